CREATE TABLE "editor_settings" (
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"follow" boolean DEFAULT true NOT NULL,
	"sealed" text,
	"changed_at" timestamp with time zone,
	"looked_at" timestamp with time zone,
	CONSTRAINT "editor_settings_organization_id_user_id_pk" PRIMARY KEY("organization_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "editor_digest" text;--> statement-breakpoint
ALTER TABLE "editor_settings" ADD CONSTRAINT "editor_settings_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "editor_settings" ADD CONSTRAINT "editor_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;