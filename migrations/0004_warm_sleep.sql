ALTER TABLE "instances" ADD COLUMN "asleep_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "warm_sleep_flag" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "instances_asleep" ON "instances" USING btree ("engine_id","asleep_since") WHERE asleep_since is not null;