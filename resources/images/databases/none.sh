#!/bin/bash
# id: none
# name: None
