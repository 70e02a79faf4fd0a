import { expect, test } from 'vitest';
import { SLOTS_PER_DAY, WEEKDAYS, WORKDAY_ROWS } from '#shared/features/activity/model.ts';
import * as billing from '#shared/features/billing/model.ts';
import { DELETION_GRACE_MS, SAFETY_KEPT_MS, SNAPSHOT_TYPES } from '#shared/features/snapshots/model.ts';
import * as workspaces from '#shared/features/workspaces/model.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

test('prices, credits and licences are those of the price list', () => {
  expect(billing.MONTHLY_PRICE).toEqual({ subscription: 3500, extraUser: 2000 });
  expect(billing.CREDIT).toEqual({ organizationFromExistingAccount: 1500, shareOwner: 500, shareNewUser: 500 });
  expect(billing.INCLUDED).toEqual({ userLicensesPerSubscription: 1, sharedWorkspacesPerLicense: 3 });
  expect(billing.MINIMUM_CHARGE).toBe(50);
  expect(billing.DATA_KEPT_MS).toBe(30 * DAY);
  expect(billing.REMOVAL_TOLD_BEFORE_MS).toBe(7 * DAY);
});

test('a workspace gets what the plan says, and may ask for what the form offers', () => {
  expect(workspaces.SHARED_LIMITS).toEqual({ cpuCores: 1, memoryGb: 1.5, diskGb: 10, perLicence: 3 });
  expect(workspaces.CPU).toEqual({ min: 0.25, max: 4, step: 0.25, default: 1 });
  expect(workspaces.MEMORY_GB).toEqual({ min: 0.5, max: 8, step: 0.5, default: 1.5 });
  expect(workspaces.DISK_GB).toEqual([0, 5, 10, 20, 50]);
  expect(workspaces.DISK_DEFAULT_GB).toBe(10);
  expect(workspaces.PORTS).toEqual([3000, 3030]);
  expect(workspaces.PORT_DEFAULTS).toEqual({ 3000: 'http', 3030: 'disabled' });
  expect(workspaces.PORT_MODES).toEqual(['http', 'tcp', 'disabled']);
  expect(workspaces.PORT_VISIBILITIES).toEqual(['private', 'organization', 'public']);
  expect(workspaces.PUBLIC_LINK_HOURS).toEqual([1, 24, 168]);
  expect(workspaces.IDE_IMAGES).toEqual(['vscode', 'none']);
});

test('an idle workspace is paused after half an hour, told of 5 minutes before, and kept for 2 hours on request', () => {
  expect(workspaces.PAUSE_AFTER_MS).toBe(30 * MINUTE);
  expect(workspaces.WARN_BEFORE_MS).toBe(5 * MINUTE);
  expect(workspaces.KEEP_AWAKE_MS).toBe(120 * MINUTE);
});

test('a full disk is told of at 80 and 95 percent and stops at 110, not within 15 minutes of a start', () => {
  expect(workspaces.DISK_WARN_PERCENT).toEqual([80, 95]);
  expect(workspaces.DISK_STOP_PERCENT).toBe(110);
  expect(workspaces.DISK_GRACE_MS).toBe(15 * MINUTE);
});

test('lists can be filtered by the statuses of the product', () => {
  expect(workspaces.STATUS_FILTERS).toEqual([
    'active_pending',
    'active',
    'pending',
    'offline',
    'pending_deletion',
    'deleted',
  ]);
  expect(SNAPSHOT_TYPES).toEqual(['Workspace', 'Service']);
});

test('a deleted snapshot can be had back for a day, a deleted workspace for 15', () => {
  expect(DELETION_GRACE_MS).toBe(DAY);
  expect(SAFETY_KEPT_MS).toBe(15 * DAY);
});

test('the activity grid has half-hours from Sunday to Saturday, with the working day marked', () => {
  expect(SLOTS_PER_DAY).toBe(48);
  expect(WEEKDAYS).toEqual(['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']);
  expect(WORKDAY_ROWS).toEqual([17, 33]);
});
