ALTER TABLE "snapshots" ADD COLUMN "restart_user_id" uuid;--> statement-breakpoint
ALTER TABLE "snapshots" ADD CONSTRAINT "snapshots_restart_user_id_users_id_fk" FOREIGN KEY ("restart_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "snapshots_stack" ON "snapshots" USING btree ("stack_id") WHERE stack_id is not null;