CREATE TABLE "deleted_members" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"heir_id" uuid NOT NULL,
	"group_ids" uuid[] DEFAULT '{}' NOT NULL,
	"administered_group_ids" uuid[] DEFAULT '{}' NOT NULL,
	"secret_ids" uuid[] DEFAULT '{}' NOT NULL,
	"service_ids" uuid[] DEFAULT '{}' NOT NULL,
	"workspaces" jsonb NOT NULL,
	"sealed_account" text,
	"deleted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "deleted_members" ADD CONSTRAINT "deleted_members_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deleted_members" ADD CONSTRAINT "deleted_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "deleted_members_organization_user" ON "deleted_members" USING btree ("organization_id","user_id");--> statement-breakpoint
CREATE INDEX "deleted_members_user" ON "deleted_members" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "deleted_members_age" ON "deleted_members" USING btree ("deleted_at");