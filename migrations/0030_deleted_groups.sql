CREATE TABLE "deleted_groups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"admin_ids" uuid[] NOT NULL,
	"user_ids" uuid[] NOT NULL,
	"deleted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deleted_group_secrets" (
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
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "deleted_groups" ADD CONSTRAINT "deleted_groups_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deleted_group_secrets" ADD CONSTRAINT "deleted_group_secrets_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deleted_group_secrets" ADD CONSTRAINT "deleted_group_secrets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deleted_group_secrets" ADD CONSTRAINT "deleted_group_secrets_group_id_deleted_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."deleted_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deleted_group_secrets" ADD CONSTRAINT "deleted_group_secrets_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deleted_group_secrets" ADD CONSTRAINT "deleted_group_secrets_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deleted_groups_organization" ON "deleted_groups" USING btree ("organization_id","deleted_at");--> statement-breakpoint
CREATE INDEX "deleted_groups_age" ON "deleted_groups" USING btree ("deleted_at");--> statement-breakpoint
CREATE INDEX "deleted_group_secrets_group" ON "deleted_group_secrets" USING btree ("group_id");