ALTER TABLE "reservation" ADD COLUMN "reminded" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "stay" ADD COLUMN "next_level_id" varchar(64);--> statement-breakpoint
ALTER TABLE "stay" ADD COLUMN "next_level_date" date;--> statement-breakpoint
ALTER TABLE "stay" ADD COLUMN "trial_reminded" date;--> statement-breakpoint
ALTER TABLE "stay" ADD CONSTRAINT "stay_next_level" CHECK (("stay"."next_level_id" is null) = ("stay"."next_level_date" is null));