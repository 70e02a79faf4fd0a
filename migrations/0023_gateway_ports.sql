ALTER TABLE "workspaces" ADD COLUMN "port_3000_pass_host" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "port_3030_pass_host" boolean DEFAULT false NOT NULL;--> statement-breakpoint
DELETE FROM "gateway_tickets";--> statement-breakpoint
ALTER TABLE "gateway_tickets" ADD COLUMN "port" integer NOT NULL;