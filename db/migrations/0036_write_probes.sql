CREATE TABLE "write_probes" (
	"filler" text NOT NULL
);
