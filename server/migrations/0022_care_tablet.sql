CREATE TABLE "care_tablet" (
	"org_id" varchar(64) NOT NULL,
	"user_id" varchar(64) NOT NULL,
	"session_id" varchar(64) NOT NULL,
	"seen_at" timestamptz(3) DEFAULT now() NOT NULL,
	"waiting" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "care_tablet_org_id_user_id_pk" PRIMARY KEY("org_id","user_id"),
	CONSTRAINT "care_tablet_waiting" CHECK ("care_tablet"."waiting" >= 0)
);
--> statement-breakpoint
ALTER TABLE "care_tablet" ADD CONSTRAINT "care_tablet_account" FOREIGN KEY ("org_id","user_id") REFERENCES "public"."account"("org_id","user_id") ON DELETE cascade ON UPDATE no action;