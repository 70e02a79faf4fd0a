CREATE TABLE "prebuild_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"prebuild_id" uuid NOT NULL,
	"state" text NOT NULL,
	"trigger" text NOT NULL,
	"template_version" integer NOT NULL,
	"git_commit" text,
	"detail" text,
	"log" text DEFAULT '' NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "prebuilds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"template_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"on_flag" boolean NOT NULL,
	"schedule" text NOT NULL,
	"hour" integer NOT NULL,
	"weekday" integer NOT NULL,
	"time_zone" text NOT NULL,
	"next_at" timestamp with time zone,
	"asked" text,
	"asked_at" timestamp with time zone,
	"asked_detail" text,
	"webhook_secret" text,
	"public_key" text NOT NULL,
	"private_key" text NOT NULL,
	"branch" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "snapshots" ADD COLUMN "template_id" uuid;--> statement-breakpoint
ALTER TABLE "snapshots" ADD COLUMN "template_version" integer;--> statement-breakpoint
ALTER TABLE "snapshots" ADD COLUMN "git_commit" text;--> statement-breakpoint
ALTER TABLE "prebuild_runs" ADD CONSTRAINT "prebuild_runs_prebuild_id_prebuilds_id_fk" FOREIGN KEY ("prebuild_id") REFERENCES "public"."prebuilds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prebuilds" ADD CONSTRAINT "prebuilds_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prebuilds" ADD CONSTRAINT "prebuilds_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prebuilds" ADD CONSTRAINT "prebuilds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "prebuild_runs_prebuild" ON "prebuild_runs" USING btree ("prebuild_id","started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "prebuilds_template" ON "prebuilds" USING btree ("template_id");--> statement-breakpoint
CREATE INDEX "prebuilds_due" ON "prebuilds" USING btree ("on_flag","next_at");--> statement-breakpoint
CREATE INDEX "snapshots_template" ON "snapshots" USING btree ("template_id","status") WHERE template_id is not null;