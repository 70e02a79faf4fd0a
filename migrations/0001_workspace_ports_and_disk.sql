CREATE TABLE "workspace_tcp_ports" (
	"port" integer PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"container_port" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "billing_accounts" ADD COLUMN "removal_told_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "billing_accounts" ADD COLUMN "data_removed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "disk_used_bytes" bigint;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "disk_measured_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "disk_warned_percent" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "port_3000" text DEFAULT 'http' NOT NULL;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "port_3030" text DEFAULT 'disabled' NOT NULL;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "use_ssl" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "workspace_tcp_ports" ADD CONSTRAINT "workspace_tcp_ports_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "workspace_tcp_ports_workspace" ON "workspace_tcp_ports" USING btree ("workspace_id","container_port");--> statement-breakpoint
CREATE UNIQUE INDEX "workspaces_keepalive" ON "workspaces" USING btree ("organization_id","user_id") WHERE keepalive_flag and server_id = 'shared' and status <> 'Deleted';