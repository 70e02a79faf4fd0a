ALTER TABLE "snapshots" ADD COLUMN "fork_id" uuid;--> statement-breakpoint
CREATE INDEX "snapshots_fork" ON "snapshots" USING btree ("fork_id") WHERE fork_id is not null;