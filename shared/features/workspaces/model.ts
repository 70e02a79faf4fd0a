import { z } from 'zod';
import { nameText } from '../../api/text.ts';

/** Shown and sent exactly like this. */
export const WORKSPACE_STATUSES = ['Active', 'Offline', 'Pending', 'Pending Deletion', 'Deleted'] as const;
export const workspaceStatusSchema = z.enum(WORKSPACE_STATUSES);
export type WorkspaceStatus = z.infer<typeof workspaceStatusSchema>;

/** What an Offline one holds: `warm` keeps its programs and memory, frozen; `cold` only its files. */
export const SLEEPS = ['warm', 'cold'] as const;

const NEXT: Record<WorkspaceStatus, readonly WorkspaceStatus[]> = {
  Pending: ['Active', 'Offline', 'Deleted'],
  Active: ['Offline', 'Pending Deletion', 'Deleted'],
  Offline: ['Pending', 'Pending Deletion', 'Deleted'],
  'Pending Deletion': ['Active', 'Offline', 'Deleted'],
  Deleted: ['Offline'],
};

/**
 * The status machine. Deleted → Offline is a restore. Rules: server/features/workspaces/README.md, "Status machine".
 */
export function canBecome(from: WorkspaceStatus, to: WorkspaceStatus): boolean {
  return NEXT[from].includes(to);
}

/** Why a workspace changed status; stored with the time of the change and shown to the person. */
export const CAUSES = [
  'created',
  'launched',
  'launch_failed',
  'started',
  'start_failed',
  'stopped_by_user',
  'held',
  'hold_ended',
  'idle',
  'asleep',
  'woken',
  'memory_needed',
  'slept_long',
  'crashed',
  'out_of_memory',
  'disk_nearly_full',
  'disk_full',
  'host_lost',
  'moving',
  'moved',
  'container_missing',
  'not_answering',
  'answering_again',
  'server_restarted',
  'deleted_by_user',
  'scheduled',
  'cancelled',
  'restored',
] as const;
export type Cause = (typeof CAUSES)[number];

export const STATUS_FILTERS = [
  'active_pending',
  'active',
  'pending',
  'offline',
  'pending_deletion',
  'deleted',
] as const;

/** Available web IDEs; `none` is for SSH and the terminal only. */
export const IDE_IMAGES = ['vscode', 'none'] as const;
export type IdeImage = (typeof IDE_IMAGES)[number];

export const INIT_READY = 'W10';
export const INIT_ERROR = 'ER1';

/** What a shared workspace gets, and how many each licence brings. */
export const SHARED_LIMITS = { cpuCores: 1, memoryGb: 1.5, diskGb: 10, perLicence: 3 } as const;

export const CPU = { min: 0.25, max: 4, step: 0.25, default: 1 } as const;
export const MEMORY_GB = { min: 0.5, max: 8, step: 0.5, default: 1.5 } as const;
export const DISK_GB = [0, 5, 10, 20, 50] as const;
export const DISK_DEFAULT_GB = 10;

/** Ports inside a workspace whose mode can be set; every other port is reached by http, privately at first. */
export const PORTS = [3000, 3030] as const;
export type WorkspacePort = (typeof PORTS)[number];
/** Our own ports inside a workspace: the agent's and the web IDE's. */
const RESERVED_PORTS: readonly number[] = [7070, 7080];

/** Can this port of a workspace have its own address? */
export function isWorkspacePort(port: number): boolean {
  return Number.isInteger(port) && port >= 1 && port <= 65_535 && !RESERVED_PORTS.includes(port);
}

export const PORT_MODES = ['http', 'tcp', 'disabled'] as const;
export type PortMode = (typeof PORT_MODES)[number];
/**
 * Who may visit an http port: those who may open the workspace, the organization's members, or anyone with its link.
 */
export const PORT_VISIBILITIES = ['private', 'organization', 'public'] as const;
export type PortVisibility = (typeof PORT_VISIBILITIES)[number];
/** Lifetimes of a public link. */
export const PUBLIC_LINK_HOURS = [1, 24, 168] as const;
export const PORT_DEFAULTS: Record<WorkspacePort, PortMode> = { 3000: 'http', 3030: 'disabled' };

/** Where the storage driver can't limit a disk: warn at these, stop at 110 %. */
export const DISK_WARN_PERCENT = [80, 95] as const;
export const DISK_STOP_PERCENT = 110;
/** After a start there is time to free space before the next stop. */
export const DISK_GRACE_MS = 15 * 60_000;

/** Pauses after 30 minutes without activity, warns 5 minutes before, and keeps running for 2 hours on request. */
export const PAUSE_AFTER_MS = 30 * 60_000;
export const WARN_BEFORE_MS = 5 * 60_000;
export const KEEP_AWAKE_MS = 2 * 60 * 60_000;

export const workspaceName = nameText(40);

/** Languages beside the main one: up to four in all. */
export const MORE_LANGUAGES_MAX = 3;
export const moreLanguages = z.array(z.string().max(40)).max(MORE_LANGUAGES_MAX, 'validation.moreLanguages');

/** A slug from a name: lower case letters, digits and dashes, at most 30 characters; never empty. */
export function slugFrom(name: string): string {
  const slug = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 30)
    .replace(/-+$/, '');
  return slug || 'workspace';
}
