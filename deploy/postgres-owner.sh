#!/bin/sh
# Makes the role and the database of the shop in a new PostgreSQL container: compose.yaml mounts it where the image runs
# it once, while the data folder is still empty. The role owns its database and is nothing else. The superuser keeps no
# password, so that it signs in over the container's own socket alone.
set -eu
owner="${SHOP_OWNER:-shop}"
psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres \
	--set=superuser="$POSTGRES_USER" --set=owner="$owner" --set=password="$POSTGRES_PASSWORD" <<'SQL'
create role :"owner" login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password :'password';
create database :"owner" owner :"owner";
revoke all on database :"owner" from public;
alter role :"superuser" password null;
SQL
