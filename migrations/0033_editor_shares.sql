CREATE TABLE "editor_shares" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"workspace_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"guest_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "gateway_tickets" ADD COLUMN "share_id" uuid;--> statement-breakpoint
ALTER TABLE "editor_shares" ADD CONSTRAINT "editor_shares_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "editor_shares" ADD CONSTRAINT "editor_shares_workspace_id_instances_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "editor_shares" ADD CONSTRAINT "editor_shares_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "editor_shares" ADD CONSTRAINT "editor_shares_guest_id_users_id_fk" FOREIGN KEY ("guest_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "editor_shares_pair" ON "editor_shares" USING btree ("workspace_id","owner_id","guest_id");--> statement-breakpoint
CREATE INDEX "editor_shares_guest" ON "editor_shares" USING btree ("guest_id");