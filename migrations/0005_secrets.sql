CREATE TABLE "secrets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid,
	"group_id" uuid,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"sealed" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"repositories" text[],
	"version" uuid NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_by" uuid,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "secrets_one_owner" CHECK ("secrets"."user_id" is null or "secrets"."group_id" is null)
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "dotfiles_url" text;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "secrets_digest" text;--> statement-breakpoint
ALTER TABLE "secrets" ADD CONSTRAINT "secrets_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "secrets" ADD CONSTRAINT "secrets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "secrets" ADD CONSTRAINT "secrets_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "secrets" ADD CONSTRAINT "secrets_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "secrets" ADD CONSTRAINT "secrets_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "secrets_name" ON "secrets" USING btree ("organization_id",coalesce("user_id", "group_id", "organization_id"),"name");--> statement-breakpoint
CREATE INDEX "secrets_user" ON "secrets" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "secrets_group" ON "secrets" USING btree ("group_id");