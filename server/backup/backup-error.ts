/** What stands in the way of a backup or a restore; the message is for the operator. */
export class BackupError extends Error {
  override name = 'BackupError';
}
