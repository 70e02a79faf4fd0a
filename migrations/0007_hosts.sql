CREATE TABLE "host_init_messages" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"host_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"number" integer NOT NULL,
	"code" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "hosts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid,
	"name" text NOT NULL,
	"hostname" text NOT NULL,
	"server_option_id" text NOT NULL,
	"provider" text NOT NULL,
	"status" text NOT NULL,
	"machine" text,
	"machine_key" text,
	"cpu_cores" numeric(6, 2) NOT NULL,
	"memory_mb" integer NOT NULL,
	"disk_gb" integer NOT NULL,
	"vram_gb" integer,
	"monthly_cents" integer NOT NULL,
	"charged_cents" integer DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"launched_at" timestamp with time zone,
	"lost_at" timestamp with time zone,
	"scheduled_delete_at" timestamp with time zone,
	"delete_told_at" timestamp with time zone,
	"released_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "host_init_messages" ADD CONSTRAINT "host_init_messages_host_id_hosts_id_fk" FOREIGN KEY ("host_id") REFERENCES "public"."hosts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hosts" ADD CONSTRAINT "hosts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hosts" ADD CONSTRAINT "hosts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "host_init_messages_order" ON "host_init_messages" USING btree ("host_id","revision","number");--> statement-breakpoint
CREATE UNIQUE INDEX "hosts_hostname" ON "hosts" USING btree ("hostname") WHERE status <> 'Deleted';--> statement-breakpoint
CREATE UNIQUE INDEX "hosts_machine_key" ON "hosts" USING btree ("machine_key") WHERE released_at is null;--> statement-breakpoint
CREATE INDEX "hosts_list" ON "hosts" USING btree ("organization_id","created_at","id") WHERE status <> 'Deleted';--> statement-breakpoint
CREATE INDEX "hosts_search" ON "hosts" USING gin ("name" gin_trgm_ops,"hostname" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "hosts_scheduled_delete" ON "hosts" USING btree ("scheduled_delete_at") WHERE status = 'Pending Deletion';--> statement-breakpoint
CREATE INDEX "hosts_unreleased" ON "hosts" USING btree ("id") WHERE released_at is null;