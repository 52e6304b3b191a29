-- `folded` of src/shared/search-fold.ts, in every locale. Most texts are ASCII and take the short way.
CREATE FUNCTION search_fold(source text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 50 AS $$
DECLARE folded text := source;
BEGIN
  IF octet_length(folded) <> char_length(folded) THEN
    folded := regexp_replace(normalize(replace(folded, '´', ''), NFKD), '[''"`\u00ab\u00bb\u02b9-\u02bf\u02c8\u02ca\u02cb\u055a\u05f3\u05f4\u2018-\u201f\u2032-\u203a\u275b-\u275e\ua78b\ua78c\u002d\u058a\u05be\u1400\u1806\u2010-\u2015\u2043\u2053\u2212\u2e17\u2e1a\u2e3a\u2e3b\u2e40\u301c\u3030\u30a0\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u00ad\u061c\u115f\u1160\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff9-\ufffd\U000e0000-\U000e0fff]+', '', 'g');
    IF folded ~ '[\u00c0-\u024f\u0256\u1e9e]' THEN
      folded := translate(folded,
        'ẞøłđðɖħıŋŧƒÆÐØÞĐĦŁŊŒŦƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǤǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎ',
        'ßoldddhintfædoþdhlnœtɓƃƅɔƈdɗƌǝəɛfɠɣɩɨƙɯɲɵƣƥʀƨʃƭʈʊʋƴƶʒƹƽǥƕƿȝƞȣȥⱥȼƚⱦɂƀʉʌɇɉɋɍɏ');
      folded := replace(replace(replace(replace(folded, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
    END IF;
    IF folded ~ '[\u0370-\u0587\u0620-\u06ff\u0966-\u0e59\u1c90-\u1cbf]' THEN
      folded := translate(folded,
        '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९০১২৩৪৫৬৭৮৯๐๑๒๓๔๕๖๗๘๙ςیىکةͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩϏϘϚϜϞϠϢϤϦϨϪϬϮϷϺϽϾϿЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖᲐᲑᲒᲓᲔᲕᲖᲗᲘᲙᲚᲛᲜᲝᲞᲟᲠᲡᲢᲣᲤᲥᲦᲧᲨᲩᲪᲫᲬᲭᲮᲯᲰᲱᲲᲳᲴᲵᲶᲷᲸᲹᲺᲽᲾᲿ',
        '01234567890123456789012345678901234567890123456789σييكهͱͳͷϳαβγδεζηθικλμνξοπρστυφχψωϗϙϛϝϟϡϣϥϧϩϫϭϯϸϻͻͼͽђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆაბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰჱჲჳჴჵჶჷჸჹჺჽჾჿ');
    END IF;
    folded := normalize(folded, NFC);
  END IF;
  folded := lower(replace(replace(replace(replace(folded, '-', ''), '''', ''), '"', ''), '`', '') COLLATE "C");
  IF folded ~ '[\t-\r\u0085\u1680\u2028\u2029\u2800]|  ' THEN
    folded := regexp_replace(folded, '[\t-\r\u0085\u1680\u2028\u2029\u2800 ]+', ' ', 'g');
  END IF;
  RETURN btrim(folded);
END $$;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "customer_figures_search" ON "customer_figures" USING gin (search_fold(E' \x1f ' || "email" || E' \x1f ' || "first_name" || ' ' || "last_name" || E' \x1f ') gin_trgm_ops);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_search" ON "orders" USING gin ((array[date_trunc('month', "placed_at" at time zone 'UTC')]),search_fold(E' \x1f ' || "order_number" || E' \x1f ' || "email" || E' \x1f ' || coalesce("customer" ->> 'firstName', '') || ' ' || coalesce("customer" ->> 'lastName', '') || E' \x1f ' || translate(coalesce("customer" ->> 'phone', ''), ' ()+./-', '') || E' \x1f ' || coalesce("shipping_address" ->> 'postalCode', '') || E' \x1f ' || coalesce("tracking_number", '') || E' \x1f ') gin_trgm_ops);--> statement-breakpoint
DROP INDEX CONCURRENTLY "customer_figures_search_by_words";--> statement-breakpoint
DROP INDEX CONCURRENTLY "orders_search_by_words";--> statement-breakpoint
-- More statistics, so that the planner estimates the matches of a search.
ALTER INDEX "customer_figures_search" ALTER COLUMN 1 SET STATISTICS 1000;--> statement-breakpoint
ALTER INDEX "orders_search" ALTER COLUMN 2 SET STATISTICS 1000;--> statement-breakpoint
-- An index has no statistics until its table is analyzed, which is rare for a big one.
ANALYZE "customer_figures";--> statement-breakpoint
ANALYZE "orders";
