CREATE TABLE "workspace_port_links" (
	"workspace_id" uuid NOT NULL,
	"port" integer NOT NULL,
	"token_hash" text NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	CONSTRAINT "workspace_port_links_workspace_id_port_pk" PRIMARY KEY("workspace_id","port")
);
--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "port_3000_visibility" text DEFAULT 'private' NOT NULL;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "port_3030_visibility" text DEFAULT 'private' NOT NULL;--> statement-breakpoint
ALTER TABLE "workspace_port_links" ADD CONSTRAINT "workspace_port_links_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;