CREATE TABLE "tasks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"source_id" uuid NOT NULL,
	"copy_id" uuid NOT NULL,
	"title" text NOT NULL,
	"instructions" text NOT NULL,
	"command" text,
	"branch" text NOT NULL,
	"scopes" text[] NOT NULL,
	"minutes" integer NOT NULL,
	"cents" integer NOT NULL,
	"state" text DEFAULT 'preparing' NOT NULL,
	"reason" text,
	"outcome" text,
	"exit_code" integer,
	"token_id" uuid,
	"base_tree" text,
	"base_schema" text,
	"log" text DEFAULT '' NOT NULL,
	"used_seconds" integer DEFAULT 0 NOT NULL,
	"resumed_at" timestamp with time zone,
	"taken_over_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_source_id_instances_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_copy_id_instances_id_fk" FOREIGN KEY ("copy_id") REFERENCES "public"."instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tasks_organization" ON "tasks" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "tasks_source" ON "tasks" USING btree ("source_id");--> statement-breakpoint
CREATE INDEX "tasks_copy" ON "tasks" USING btree ("copy_id");