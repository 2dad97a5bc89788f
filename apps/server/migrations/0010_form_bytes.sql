ALTER TABLE "file_versions" ADD COLUMN "parsed_bytes" bigint;--> statement-breakpoint
ALTER TABLE "file_versions" ADD COLUMN "cells_bytes" bigint;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "parsed_bytes" bigint;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "cells_bytes" bigint;