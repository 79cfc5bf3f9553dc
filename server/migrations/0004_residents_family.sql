CREATE TABLE "oldman_family" (
	"org_id" varchar(64) NOT NULL,
	"family_id" varchar(64) NOT NULL,
	"oldman_id" varchar(64) NOT NULL,
	"name" text NOT NULL,
	"relation" text NOT NULL,
	"phone" text NOT NULL,
	"id_card" text,
	"address" text,
	"emergency" boolean DEFAULT false NOT NULL,
	"payer" boolean DEFAULT false NOT NULL,
	"guarantor" boolean DEFAULT false NOT NULL,
	"guardian" boolean DEFAULT false NOT NULL,
	"invited" boolean DEFAULT false NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "oldman_family_org_id_family_id_pk" PRIMARY KEY("org_id","family_id")
);
--> statement-breakpoint
ALTER TABLE "org_qualification" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "oldman_family" ADD CONSTRAINT "oldman_family_oldman" FOREIGN KEY ("org_id","oldman_id") REFERENCES "public"."oldman"("org_id","oldman_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "oldman_family_of" ON "oldman_family" USING btree ("org_id","oldman_id","sort");--> statement-breakpoint
CREATE INDEX "oldman_status_list" ON "oldman" USING btree ("org_id","status","created_at" DESC NULLS FIRST,"oldman_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "oldman_dept" ON "oldman" USING btree ("org_id","dept_id");