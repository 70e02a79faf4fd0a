CREATE TABLE "workspace_cuts" (
	"workspace_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"cut_at" timestamp with time zone NOT NULL,
	CONSTRAINT "workspace_cuts_workspace_id_user_id_pk" PRIMARY KEY("workspace_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "workspace_cuts" ADD CONSTRAINT "workspace_cuts_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_cuts" ADD CONSTRAINT "workspace_cuts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;