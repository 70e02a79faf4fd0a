CREATE TABLE "workspace_ports" (
	"workspace_id" uuid NOT NULL,
	"port" integer NOT NULL,
	"visibility" text DEFAULT 'private' NOT NULL,
	"label" text,
	"ignored" boolean DEFAULT false NOT NULL,
	CONSTRAINT "workspace_ports_workspace_id_port_pk" PRIMARY KEY("workspace_id","port")
);
--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "public_links" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "workspace_ports" ADD CONSTRAINT "workspace_ports_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;