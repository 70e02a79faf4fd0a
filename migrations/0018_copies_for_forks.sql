ALTER TABLE "snapshots" ADD COLUMN "fork_id" uuid;--> statement-breakpoint
ALTER TABLE "snapshots" ADD CONSTRAINT "snapshots_fork_id_instances_id_fk" FOREIGN KEY ("fork_id") REFERENCES "public"."instances"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "snapshots_fork" ON "snapshots" USING btree ("fork_id") WHERE fork_id is not null;