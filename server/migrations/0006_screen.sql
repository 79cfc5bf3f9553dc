CREATE TABLE "screen_address" (
	"org_id" varchar(64) NOT NULL,
	"screen_id" varchar(64) NOT NULL,
	"name" text NOT NULL,
	"key_hash" text NOT NULL,
	"created_by" varchar(64) NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"last_seen_at" timestamptz(3),
	"revoked_at" timestamptz(3),
	CONSTRAINT "screen_address_org_id_screen_id_pk" PRIMARY KEY("org_id","screen_id")
);
--> statement-breakpoint
ALTER TABLE "login_session" ADD COLUMN "screen_id" varchar(64);--> statement-breakpoint
CREATE UNIQUE INDEX "screen_address_key" ON "screen_address" USING btree ("org_id","key_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "screen_address_name" ON "screen_address" USING btree ("org_id","name");