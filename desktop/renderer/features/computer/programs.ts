import {
  type Icon,
  IconBrandVscode,
  IconFolder,
  IconHexagonLetterJ,
  IconHexagonLetterZ,
  IconPointer,
  IconTerminal2,
} from '@tabler/icons-react';
import type { Program } from '#shared/desktop/calls/open-local.ts';

/** Most names are proper names; two are in the catalogue. */
export const PROGRAM_ICONS: Record<Program, Icon> = {
  terminal: IconTerminal2,
  vscode: IconBrandVscode,
  cursor: IconPointer,
  zed: IconHexagonLetterZ,
  jetbrains: IconHexagonLetterJ,
  sftp: IconFolder,
};
