CREATE TABLE "workspace_deploy_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"workspace_id" uuid,
	"public_key" text NOT NULL,
	"private_key" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "clone_status" text;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "clone_detail" text;--> statement-breakpoint
ALTER TABLE "workspace_deploy_keys" ADD CONSTRAINT "workspace_deploy_keys_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_deploy_keys" ADD CONSTRAINT "workspace_deploy_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_deploy_keys" ADD CONSTRAINT "workspace_deploy_keys_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "workspace_deploy_keys_workspace" ON "workspace_deploy_keys" USING btree ("workspace_id");--> statement-breakpoint
CREATE INDEX "workspace_deploy_keys_unused" ON "workspace_deploy_keys" USING btree ("user_id","created_at") WHERE workspace_id is null;