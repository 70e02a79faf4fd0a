CREATE INDEX "organization_services_slug_ever" ON "organization_services" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "workspaces_slug_ever" ON "workspaces" USING btree ("slug");