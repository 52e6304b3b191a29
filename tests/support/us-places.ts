/** Pairs of ZIP and city by state: a line per state. */
type Pairs = string;

/** Suburbs and towns, most of which the list of ZIPs does not name. */
export const suburbs: Pairs = `
AK: 99501 Anchorage, 99504 Muldoon, 99645 Palmer, 99654 Meadow Lakes, 99705 Badger, 99709 College
AL: 35216 Vestavia Hills, 35209 Homewood, 35223 Mountain Brook, 35244 Hoover, 35757 Madison
AR: 72116 North Little Rock, 72120 Sherwood, 72712 Bentonville, 72758 Pinnacle Hills
AZ: 85253 Paradise Valley, 85377 Carefree, 85351 Sun City, 85718 Catalina Foothills, 85142 San Tan Valley, 86335 Rimrock
CA: 90210 Beverly Hills, 90046 West Hollywood, 90230 Culver City, 92007 Cardiff, 92024 Olivenhain, 92130 Carmel Valley, 91607 Valley Village, 90064 Rancho Park, 94028 Portola Valley, 94024 Los Altos Hills, 94131 Noe Valley, 94611 Piedmont, 92679 Coto de Caza, 92694 Ladera Ranch, 95746 Granite Bay, 92590 Temecula, 92067 Rancho Santa Fe, 91101 Pasadena, 90501 Torrance, 94014 Colma
CO: 80226 Lakewood, 80246 Glendale, 80111 Greenwood Village, 80113 Cherry Hills Village, 80126 Highlands Ranch, 80241 Thornton, 80027 Superior, 80122 Centennial, 80911 Security-Widefield
CT: 06880 Westport, 06107 West Hartford, 06870 Old Greenwich, 06831 Greenwich
DC: 20007 Georgetown, 20003 Capitol Hill, 20500 Washington, 56901 Washington
DE: 19707 Hockessin, 19803 Talleyville, 19702 Bear
FL: 33166 Doral, 33178 Doral, 33156 Pinecrest, 33180 Aventura, 33149 Key Biscayne, 33160 Sunny Isles Beach, 33134 Coral Gables, 33146 Coral Gables, 33324 Plantation, 33326 Weston, 33351 Sunrise, 33321 Tamarac, 33418 Palm Beach Gardens, 34202 Lakewood Ranch, 32256 Baymeadows, 32163 The Villages, 33904 Cape Coral, 33301 Ft. Lauderdale, 33701 St. Petersburg, 33901 Fort Myers, 32789 Winter Park, 34986 Port Saint Lucie, 32086 St Augustine, 34952 Port St. Lucie
GA: 30328 Sandy Springs, 30338 Dunwoody, 30319 Brookhaven, 30022 Johns Creek, 30097 Johns Creek, 30004 Milton, 30092 Peachtree Corners, 30341 Chamblee, 30084 Tucker, 31905 Fort Benning
HI: 96815 Waikiki, 96821 Hawaii Kai, 96825 Hawaii Kai, 96753 Wailea, 96740 Kailua-Kona
IA: 50322 Urbandale, 50266 West Des Moines, 52722 Bettendorf
ID: 83616 Eagle, 83714 Garden City
IL: 60706 Norridge, 60707 Elmwood Park, 60302 Oak Park, 60803 Alsip, 60523 Oak Brook, 60015 Bannockburn, 60022 Glencoe, 60712 Lincolnwood
IN: 46032 Carmel, 46208 Butler-Tarkington, 46226 Lawrence
KS: 66208 Prairie Village, 66210 Overland Park, 66206 Leawood, 66205 Fairway, 66215 Lenexa
KY: 40207 St. Matthews, 40222 Lyndon, 41017 Crestview Hills, 42223 Fort Campbell
LA: 70001 Metairie, 70005 Old Metairie, 70816 Shenandoah
MA: 02138 Cambridge, 02445 Brookline, 02130 Jamaica Plain, 02127 South Boston, 02458 Newton, 02481 Wellesley, 02476 Arlington
MD: 20814 Bethesda, 20815 Chevy Chase, 20854 Potomac, 20878 North Potomac, 21044 Columbia, 21204 Towson, 21122 Pasadena, 21146 Severna Park, 20906 Aspen Hill
ME: 04107 Cape Elizabeth, 04105 Falmouth
MI: 48236 Grosse Pointe Farms, 48307 Rochester Hills, 48322 West Bloomfield, 48067 Royal Oak, 49506 East Grand Rapids
MN: 55424 Edina, 55435 Edina, 55343 Minnetonka, 55416 St. Louis Park, 55426 Saint Louis Park, 55427 Golden Valley, 55431 Bloomington, 55430 Brooklyn Center, 55443 Brooklyn Park, 55125 Woodbury, 55113 Roseville, 55120 Mendota Heights, 55344 Eden Prairie, 55447 Plymouth
MO: 63105 Clayton, 63119 Webster Groves, 63141 Creve Coeur, 63017 Chesterfield, 63124 Ladue, 63673 St. Mary, 63130 University City, 64118 Gladstone
MS: 39157 Ridgeland, 39232 Flowood
NC: 28277 Ballantyne, 28031 Cornelius, 28105 Matthews, 27517 Governors Club
NE: 68124 Westside, 68046 Papillion
NH: 03110 Bedford, 03755 Hanover
NJ: 08003 Cherry Hill, 07042 Montclair, 07645 Montvale, 07302 Jersey City, 08540 Princeton, 08054 Mount Laurel, 08054 Mt. Laurel, 07728 Freehold Township, 08691 Robbinsville, 07920 Basking Ridge, 07747 Aberdeen
NM: 87107 Los Ranchos, 88063 Sunland Park
NV: 89052 Henderson, 89119 Paradise, 89135 Summerlin, 89147 Spring Valley, 89439 Verdi
NY: 10314 Staten Island, 10463 Riverdale, 10471 Bronx, 11215 Park Slope, 11375 Forest Hills, 11372 Jackson Heights, 11361 Bayside, 11414 Queens, 10027 Harlem, 10708 Bronxville, 10583 Scarsdale, 11021 Great Neck, 11743 Lloyd Harbor, 11968 Southampton, 14618 Brighton, 14221 Williamsville, 12309 Niskayuna, 06390 Fishers Island, 10550 Mt Vernon, 10550 Mount Vernon
OH: 44118 Cleveland Heights, 44122 Beachwood, 44122 Shaker Heights, 44144 Brooklyn, 43220 Upper Arlington, 45243 Indian Hill, 45208 Hyde Park, 45342 Miami Township, 43017 Dublin
OK: 73120 Nichols Hills, 73120 The Village, 73949 Texhoma
OR: 97223 Tigard, 97034 Lake Oswego, 97225 Raleigh Hills, 97229 Bethany
PA: 19010 Bryn Mawr, 19046 Jenkintown, 19087 Wayne, 15228 Mt. Lebanon, 15238 Fox Chapel, 15237 Ross Township, 19004 Bala Cynwyd, 16066 Cranberry Township, 19038 Glenside
RI: 02906 East Side, 02920 Cranston, 02861 Pawtucket
SC: 29464 Mt Pleasant, 29464 Mount Pleasant, 29928 Hilton Head, 29412 James Island
SD: 57717 Belle Fourche
TN: 37027 Brentwood, 37215 Forest Hills, 38138 Germantown, 37205 Belle Meade, 42223 Fort Campbell, 37341 Harrison
TX: 77380 The Woodlands, 77381 The Woodlands, 77382 The Woodlands, 77401 Bellaire, 77005 West University Place, 75205 Highland Park, 75225 University Park, 78209 Alamo Heights, 78746 West Lake Hills, 78734 Lakeway, 77058 Nassau Bay, 75254 Addison, 76109 Ft Worth, 76109 Fort Worth, 73301 Austin, 78234 Fort Sam Houston, 73949 Texhoma, 75077 Highland Village
UT: 84121 Cottonwood Heights, 84117 Holladay, 84108 Emigration Canyon, 84095 South Jordan
VA: 22102 Tysons, 22101 McLean, 22203 Ballston, 22314 Old Town, 20190 Reston, 23233 Short Pump, 22003 Annandale, 23229 Tuckahoe, 22042 Falls Church
VT: 05403 South Burlington, 05446 Colchester
WA: 98040 Mercer Island, 98039 Medina, 98004 Clyde Hill, 98052 Redmond, 98155 Shoreline, 98498 Lakewood, 98074 Sammamish, 98168 Burien
WI: 53211 Shorewood, 53217 Whitefish Bay, 53005 Brookfield, 53211 Milwaukee, 53705 Shorewood Hills
WV: 25314 South Hills, 26505 Star City
WY: 83014 Wilson, 83001 Jackson Hole
AE: 09128 APO, 09501 FPO, 09834 FPO
AA: 34002 APO, 34055 FPO
AP: 96319 APO, 96602 FPO, 96522 DPO
PR: 00907 Santurce, 00918 Hato Rey, 00969 Guaynabo, 00731 Ponce
GU: 96913 Tamuning, 96929 Dededo, 96931 Tumon
VI: 00820 Christiansted, 00830 St. John, 00850 Kingshill, 00802 Charlotte Amalie
`;

/** Neighborhoods that people write as their city, alternative names, and military mail. */
export const neighborhoods: Pairs = `
CA: 90049 Brentwood, 90024 Westwood, 90027 Los Feliz, 90026 Echo Park, 90026 Silver Lake, 90041 Eagle Rock, 90042 Highland Park, 91040 Sunland, 91042 Tujunga, 90744 Wilmington, 90731 San Pedro, 90066 Mar Vista, 90066 Del Rey, 90034 Palms, 90067 Century City, 90004 Larchmont, 90005 Koreatown, 90008 Leimert Park, 90008 Baldwin Hills, 90002 Watts, 90045 Westchester, 90293 Playa del Rey, 90094 Playa Vista, 90272 Pacific Palisades, 91316 Encino, 91356 Tarzana, 91306 Winnetka, 91324 Northridge, 91403 Sherman Oaks, 91604 Studio City, 91401 Valley Glen, 91331 Pacoima, 91342 Sylmar, 91345 Mission Hills, 91402 Panorama City, 90065 Mount Washington, 90031 Lincoln Heights, 90033 Boyle Heights, 90032 El Sereno, 90007 University Park, 90018 West Adams, 90028 Hollywood, 90012 Chinatown, 90013 Downtown, 90038 Melrose, 90710 Harbor City, 90077 Bel Air, 90068 Hollywood Hills, 90035 Beverlywood, 90064 Cheviot Hills, 90001 Florence, 90043 View Park, 92037 La Jolla, 92109 Pacific Beach, 92107 Ocean Beach, 92106 Point Loma, 92103 Hillcrest, 92103 Mission Hills, 92104 North Park, 92116 Normal Heights, 92116 Kensington, 92122 University City, 92117 Clairemont, 92126 Mira Mesa, 92131 Scripps Ranch, 92128 Rancho Bernardo, 92121 Sorrento Valley, 92173 San Ysidro, 92154 Otay Mesa, 92114 Encanto, 92102 Golden Hill, 92105 City Heights, 92105 Oak Park, 92113 Logan Heights, 92113 Mountain View, 92111 Linda Vista, 92123 Serra Mesa, 92124 Tierrasanta, 92120 Allied Gardens, 92120 Del Cerro, 92115 College Area, 92129 Rancho Penasquitos, 92110 Old Town, 92108 Mission Valley, 92139 Paradise Hills, 94110 Mission District, 94114 Castro, 94122 Sunset, 94118 Richmond, 94123 Marina, 94124 Bayview, 94112 Excelsior, 94131 Glen Park, 94129 Presidio, 94112 Ocean View, 94109 Nob Hill, 94133 North Beach, 94107 Potrero Hill, 95125 Willow Glen, 95120 Almaden, 95148 Evergreen, 95002 Alviso, 95127 Alum Rock, 95817 Oak Park, 95818 Land Park, 95833 Natomas, 95831 Pocket, 95819 East Sacramento, 94601 Fruitvale, 94618 Rockridge, 94602 Dimond, 94610 Grand Lake, 93704 Fig Garden, 92604 Woodbridge, 92620 Northwood, 92657 Newport Coast, 92625 Corona del Mar, 90803 Belmont Shore, 90802 Downtown Long Beach, 90807 Bixby Knolls
NY: 11102 Astoria, 11354 Flushing, 11432 Jamaica, 11418 Richmond Hill, 11377 Woodside, 11104 Sunnyside, 11368 Corona, 11373 Elmhurst, 11385 Ridgewood, 11385 Glendale, 11379 Middle Village, 11378 Maspeth, 11374 Rego Park, 11415 Kew Gardens, 11416 Ozone Park, 11421 Woodhaven, 11414 Howard Beach, 11422 Rosedale, 11413 Laurelton, 11411 Cambria Heights, 11412 St. Albans, 11423 Hollis, 11427 Queens Village, 11426 Bellerose, 11364 Oakland Gardens, 11363 Douglaston, 11362 Little Neck, 11357 Whitestone, 11356 College Point, 11365 Fresh Meadows, 11366 Utopia, 11691 Far Rockaway, 11692 Arverne, 11694 Belle Harbor, 11697 Breezy Point, 11369 East Elmhurst, 10001 Chelsea, 10011 Chelsea, 10014 Greenwich Village, 10014 West Village, 10009 East Village, 10012 SoHo, 10013 Tribeca, 10002 Lower East Side, 10003 Gramercy, 10016 Murray Hill, 10016 Kips Bay, 10019 Clinton, 10036 Hell's Kitchen, 10128 Yorkville, 10021 Upper East Side, 10024 Upper West Side, 10029 East Harlem, 10031 Hamilton Heights, 10032 Washington Heights, 10034 Inwood, 10463 Kingsbridge, 10044 Roosevelt Island, 10280 Battery Park City, 10451 Melrose, 10458 Belmont, 10458 Fordham, 10467 Norwood, 10466 Wakefield, 10470 Woodlawn, 10464 City Island, 10465 Throgs Neck, 10461 Morris Park, 10462 Parkchester, 10473 Soundview, 10474 Hunts Point, 10454 Mott Haven, 10452 Highbridge, 10475 Co-op City, 10469 Baychester, 11231 Red Hook, 11231 Carroll Gardens, 11201 Brooklyn Heights, 11205 Fort Greene, 11238 Clinton Hill, 11238 Prospect Heights, 11222 Greenpoint, 11211 Williamsburg, 11237 Bushwick, 11214 Bensonhurst, 11214 Bath Beach, 11223 Gravesend, 11229 Homecrest, 11230 Midwood, 11218 Kensington, 11219 Borough Park, 11220 Sunset Park, 11209 Bay Ridge, 11228 Dyker Heights, 11236 Canarsie, 11234 Mill Basin, 11234 Marine Park, 11235 Sheepshead Bay, 11235 Brighton Beach, 11224 Coney Island, 11225 Crown Heights, 11212 Brownsville, 11207 East New York, 11226 Flatbush, 11203 East Flatbush, 11215 Windsor Terrace, 10312 Huguenot, 10309 Tottenville, 10309 Charleston, 10304 Stapleton, 10305 Rosebank, 10303 Arlington, 10306 New Dorp, 10308 Great Kills, 10302 Port Richmond, 10314 Willowbrook, 10304 Clifton, 10304 Concord, 10301 St. George, 14213 Buffalo West Side, 14609 Irondequoit, 14626 Greece, 13212 North Syracuse, 12205 Colonie, 10803 Pelham Manor, 10530 Hartsdale, 11530 Garden City, 11040 New Hyde Park, 11801 Hicksville, 10977 Spring Valley
IL: 60637 Hyde Park, 60614 Lincoln Park, 60657 Lakeview, 60619 Chatham, 60653 Oakland, 60608 Bridgeport, 60608 Pilsen, 60637 Washington Park, 60637 Woodlawn, 60628 Roseland, 60628 Pullman, 60643 Beverly, 60643 Morgan Park, 60644 Austin, 60618 Avondale, 60625 Albany Park, 60652 Ashburn, 60620 Auburn Gresham, 60639 Belmont Cragin, 60632 Brighton Park, 60638 Clearing, 60634 Dunning, 60660 Edgewater, 60631 Edison Park, 60621 Englewood, 60646 Forest Glen, 60633 Hegewisch, 60639 Hermosa, 60622 Wicker Park, 60630 Jefferson Park, 60647 Logan Square, 60603 The Loop, 60655 Mount Greenwood, 60631 Norwood Park, 60634 Portage Park, 60626 Rogers Park, 60640 Uptown, 60622 West Town, 60623 Little Village, 60616 Bronzeville, 60616 Chinatown, 60611 Streeterville, 60654 River North, 60613 Ravenswood, 60640 Andersonville, 60609 New City, 60615 Kenwood, 60617 East Side, 60617 South Chicago, 60616 Douglas, 60612 Garfield Park, 60641 Irving Park, 60625 North Park, 60649 South Shore
TX: 77007 Heights, 77008 Houston Heights, 77006 Montrose, 77027 River Oaks, 77019 Upper Kirby, 77056 Galleria, 77057 Tanglewood, 77024 Memorial, 77024 Hunters Creek Village, 77055 Spring Branch, 77062 Clear Lake, 77058 Clear Lake City, 77004 Midtown, 77003 EaDo, 77036 Sharpstown, 77035 Meyerland, 77096 Westbury, 77034 South Belt, 77345 Kingwood, 77339 Kingwood, 77079 Energy Corridor, 77084 Bear Creek, 77449 Katy, 77429 Cypress, 77379 Spring, 77088 Acres Homes, 77021 Riverside Terrace, 77051 Sunnyside, 77012 Magnolia Park, 77020 Denver Harbor, 77076 Northline, 77081 Gulfton, 75206 Lakewood, 75214 Lakewood, 75208 Oak Cliff, 75219 Oak Lawn, 75204 Uptown, 75226 Deep Ellum, 75230 Preston Hollow, 75243 Lake Highlands, 75228 Casa View, 75217 Pleasant Grove, 75232 Red Bird, 75218 White Rock, 75209 Devonshire, 78704 Travis Heights, 78704 South Congress, 78703 Tarrytown, 78751 Hyde Park, 78757 Crestview, 78723 Mueller, 78745 Sunset Valley, 78735 Oak Hill, 78750 Anderson Mill, 78210 King William, 78212 Monte Vista, 78209 Terrell Hills, 78216 North Central, 78254 Bridgewood, 76107 Arlington Heights, 76104 Fairmount, 76133 Wedgwood, 76116 Ridglea, 79912 Upper Valley, 79925 Cielo Vista, 77301 River Plantation, 77478 First Colony, 77479 Greatwood, 75056 The Colony, 75024 Legacy West, 75093 Willow Bend, 75034 Stonebriar, 75022 Flower Mound, 76248 Keller, 76092 Southlake
AZ: 85044 Ahwatukee, 85018 Arcadia, 85016 Biltmore, 85042 South Mountain, 85032 Paradise Valley, 85003 Encanto, 85041 Laveen, 85339 Laveen, 85006 Coronado, 85031 Maryvale, 85085 Norterra, 85086 Anthem, 85021 Sunnyslope, 85022 Moon Valley, 85254 Kierland, 85255 DC Ranch, 85262 Desert Mountain, 85206 Leisure World, 85295 San Tan Village, 85749 Tanque Verde, 85750 Sabino Canyon, 85741 Casas Adobes, 85737 Oro Valley, 85718 Foothills
FL: 33131 Brickell, 33133 Coconut Grove, 33127 Wynwood, 33137 Design District, 33125 Little Havana, 33136 Overtown, 33142 Brownsville, 33147 West Little River, 33150 Little Haiti, 33176 Kendall, 33173 Kendall, 33186 The Hammocks, 33193 Kendale Lakes, 33175 Tamiami, 33165 Westchester, 33174 Sweetwater, 33144 West Miami, 33143 South Miami, 33157 Palmetto Bay, 33189 Cutler Bay, 33158 Cutler, 33177 Richmond Heights, 33170 Goulds, 33139 South Beach, 33140 Mid Beach, 33141 North Bay Village, 33154 Bal Harbour, 33154 Surfside, 33154 Bay Harbor Islands, 33161 North Miami, 33162 North Miami Beach, 33169 Miami Gardens, 33055 Miami Gardens, 33014 Miami Lakes, 33016 Hialeah Gardens, 33018 Hialeah, 33169 Norland, 33179 Ives Estates, 33138 Miami Shores, 33168 Biscayne Park, 33167 Westview, 33166 Miami Springs, 33166 Virginia Gardens, 33181 Keystone Point, 33132 Edgewater, 33145 Shenandoah, 33129 The Roads, 33134 Flagami, 32207 San Marco, 32205 Riverside, 32204 Brooklyn, 32210 Ortega, 32224 Windsor Parke, 32250 Jacksonville Beach, 32218 Oceanway, 32211 Arlington, 32254 Paxon, 33606 Hyde Park, 33629 Palma Ceia, 33647 New Tampa, 33605 Ybor City, 33611 Ballast Point, 33616 Port Tampa, 33618 Carrollwood, 33624 Northdale, 33615 Town N Country, 33604 Seminole Heights, 33603 Riverside Heights, 32801 Thornton Park, 32803 Audubon Park, 32804 College Park, 32806 Delaney Park, 32827 Lake Nona, 32835 Metrowest, 32836 Dr. Phillips, 32819 Bay Hill, 32822 Azalea Park, 33703 Shore Acres, 33707 Gulfport, 33304 Victoria Park, 33306 Wilton Manors, 33308 Lauderdale-by-the-Sea, 33309 Oakland Park, 33319 Lauderhill, 33313 Lauderhill, 33062 Pompano Beach, 33064 Lighthouse Point, 33432 Boca Raton, 33405 Lake Worth Corridor
MA: 02135 Brighton, 02134 Allston, 02122 Dorchester, 02125 Dorchester, 02119 Roxbury, 02132 West Roxbury, 02131 Roslindale, 02136 Hyde Park, 02126 Mattapan, 02128 East Boston, 02129 Charlestown, 02116 Back Bay, 02114 Beacon Hill, 02113 North End, 02118 South End, 02115 Fenway, 02120 Mission Hill, 02210 Seaport, 02141 East Cambridge, 02140 North Cambridge, 02465 West Newton, 02459 Newton Centre, 02467 Chestnut Hill, 02145 Winter Hill, 02155 West Medford, 01201 Pittsfield, 01605 Greendale, 01610 Webster Square, 01107 Brightwood, 02740 New Bedford
GA: 30305 Buckhead, 30327 Buckhead, 30309 Midtown, 30306 Virginia-Highland, 30307 Inman Park, 30312 Grant Park, 30316 East Atlanta, 30317 Kirkwood, 30318 West Midtown, 30342 Sandy Springs, 30350 Sandy Springs, 30346 Dunwoody, 30329 North Druid Hills, 30033 North Decatur, 30030 Decatur, 30345 Briarcliff, 30339 Vinings, 30339 Cumberland, 30080 Smyrna, 30126 Mableton, 30062 East Cobb, 30067 Marietta, 30075 Roswell, 30005 Alpharetta, 30024 Suwanee, 30047 Lilburn, 30071 Norcross, 30340 Doraville, 30354 Hapeville, 30344 East Point, 30337 College Park, 30349 Fairburn, 30213 South Fulton, 30311 Cascade Heights, 30310 West End, 30314 Vine City, 30315 Lakewood Heights, 30331 Ben Hill, 30324 Lindbergh, 30319 Oglethorpe, 30341 Embry Hills, 31405 Pooler, 31410 Wilmington Island, 31411 Skidaway Island, 31419 Georgetown, 31210 Payne City
PA: 19128 Roxborough, 19127 Manayunk, 19118 Chestnut Hill, 19119 Mount Airy, 19144 Germantown, 19147 Queen Village, 19147 Bella Vista, 19125 Fishtown, 19123 Northern Liberties, 19130 Fairmount, 19146 Graduate Hospital, 19104 University City, 19104 Mantua, 19139 Cobbs Creek, 19143 Kingsessing, 19145 Girard Estate, 19148 Whitman, 19134 Port Richmond, 19137 Bridesburg, 19135 Tacony, 19136 Holmesburg, 19114 Torresdale, 19116 Somerton, 19115 Bustleton, 19152 Rhawnhurst, 19149 Mayfair, 19124 Frankford, 19120 Olney, 19126 Oak Lane, 19141 Logan, 19129 East Falls, 19131 Wynnefield, 19151 Overbrook, 19142 Elmwood, 19153 Eastwick, 19111 Fox Chase, 19111 Lawndale, 19154 Parkwood, 15217 Squirrel Hill, 15232 Shadyside, 15206 East Liberty, 15206 Highland Park, 15201 Lawrenceville, 15203 South Side, 15213 Oakland, 15211 Mount Washington, 15216 Beechview, 15216 Dormont, 15222 Strip District, 15224 Bloomfield, 15224 Garfield, 15210 Carrick, 15212 North Side, 15207 Hazelwood, 15207 Greenfield, 15226 Brookline, 15208 Homewood, 15208 Point Breeze, 15205 Crafton, 15204 Sheraden
WA: 98107 Ballard, 98103 Fremont, 98103 Green Lake, 98109 Queen Anne, 98119 Magnolia, 98199 Magnolia, 98112 Madison Park, 98122 Central District, 98102 Capitol Hill, 98118 Columbia City, 98118 Rainier Valley, 98116 West Seattle, 98106 Delridge, 98126 Fauntleroy, 98108 Georgetown, 98105 Laurelhurst, 98115 Wedgwood, 98115 View Ridge, 98125 Lake City, 98133 Greenwood, 98117 Crown Hill, 98144 Mount Baker, 98178 Skyway, 98146 White Center, 98166 Normandy Park, 98188 SeaTac, 98198 Des Moines, 98168 Tukwila, 98057 Renton Highlands, 98011 Bothell, 98028 Kenmore, 98034 Juanita, 98033 Houghton, 98006 Newport Hills, 98006 Newcastle, 98008 Crossroads, 98056 Kennydale, 98422 Browns Point, 98407 Ruston, 98408 Lincoln, 98466 Fircrest, 98467 University Place, 98682 Orchards, 98685 Salmon Creek, 99223 Moran Prairie, 99206 Spokane Valley
CO: 80205 Five Points, 80206 Cherry Creek, 80209 Washington Park, 80210 University, 80211 Highland, 80212 Berkeley, 80218 Capitol Hill, 80219 Westwood, 80220 Hale, 80220 Montclair, 80230 Lowry, 80238 Stapleton, 80238 Central Park, 80239 Montbello, 80249 Green Valley Ranch, 80202 LoDo, 80207 Park Hill, 80204 Lincoln Park, 80216 Globeville, 80223 Baker, 80222 Virginia Village, 80231 Hampden, 80221 Federal Heights, 80229 Welby, 80234 Northglenn, 80260 Northglenn, 80214 Edgewater, 80033 Wheat Ridge, 80236 Fort Logan, 80128 Columbine, 80127 Ken Caryl, 80129 Highlands Ranch, 80906 Broadmoor, 80904 Old Colorado City, 80919 Rockrimmon, 80918 Briargate, 80917 Cimarron Hills
MN: 55408 Uptown, 55407 Powderhorn, 55406 Longfellow, 55419 Kingfield, 55410 Linden Hills, 55418 Northeast, 55411 Near North, 55412 Camden, 55404 Phillips, 55414 Dinkytown, 55417 Nokomis, 55423 Richfield, 55421 Columbia Heights, 55432 Fridley, 55433 Coon Rapids, 55422 Robbinsdale, 55429 Crystal, 55428 New Hope, 55305 Hopkins, 55391 Wayzata, 55104 Midway, 55105 Macalester-Groveland, 55116 Highland Park, 55117 Maplewood, 55109 North St. Paul, 55118 West St. Paul, 55112 New Brighton, 55108 Falcon Heights, 55126 Shoreview, 55127 Vadnais Heights, 55128 Oakdale
MO: 63108 Central West End, 63110 The Hill, 63104 Lafayette Square, 63118 Dutchtown, 63109 St. Louis Hills, 63116 Bevo, 63117 Richmond Heights, 63122 Kirkwood, 63123 Affton, 63126 Crestwood, 63127 Sunset Hills, 63128 Concord, 63129 Oakville, 63131 Des Peres, 63132 Olivette, 63143 Maplewood, 63144 Brentwood, 63114 Overland, 63135 Ferguson, 63136 Jennings, 63137 Bellefontaine Neighbors, 63138 Spanish Lake, 63146 Maryland Heights, 63125 Lemay, 63112 Skinker, 64111 Westport, 64112 Country Club Plaza, 64113 Brookside, 64114 Waldo, 64131 Red Bridge, 64151 Riverside, 64152 Parkville, 64133 Raytown
OH: 44113 Tremont, 44113 Ohio City, 44120 Shaker Square, 44106 University Circle, 44107 Lakewood, 44111 West Park, 44109 Brooklyn Centre, 44129 Parma, 44134 Parma, 44124 Lyndhurst, 44121 South Euclid, 44123 Euclid, 44125 Garfield Heights, 44116 Rocky River, 44140 Bay Village, 44126 Fairview Park, 43201 Short North, 43206 German Village, 43215 Arena District, 43214 Clintonville, 43202 Old North, 43212 Grandview Heights, 43209 Bexley, 43213 Whitehall, 43085 Worthington, 43235 Worthington, 43204 Hilltop, 43230 Gahanna, 43205 Olde Towne East, 45202 Mount Adams, 45208 Mount Lookout, 45209 Oakley, 45219 Clifton, 45220 Clifton, 45223 Northside, 45206 Walnut Hills, 45207 Evanston, 45229 Avondale, 45227 Madisonville, 45230 Anderson Township, 45236 Deer Park, 45211 Westwood, 45238 Delhi, 45205 Price Hill, 45212 Norwood, 45215 Wyoming, 45244 Newtown
DC: 20009 Adams Morgan, 20009 U Street, 20010 Columbia Heights, 20011 Petworth, 20012 Takoma, 20015 Chevy Chase, 20016 Tenleytown, 20016 Spring Valley, 20008 Cleveland Park, 20037 Foggy Bottom, 20036 Dupont Circle, 20002 H Street, 20020 Anacostia, 20024 Southwest Waterfront, 20017 Brookland
MD: 21230 Federal Hill, 21224 Canton, 21231 Fells Point, 21218 Charles Village, 21210 Roland Park, 21211 Hampden, 21212 Homeland, 21217 Bolton Hill, 21201 Mount Vernon, 21202 Inner Harbor, 21209 Mount Washington, 21214 Lauraville, 21223 Hollins Market, 21225 Brooklyn, 21229 Irvington, 21206 Overlea, 21207 Woodlawn, 21208 Pikesville, 21228 Catonsville, 21234 Parkville, 21236 White Marsh, 21222 Dundalk, 21221 Essex, 21237 Rosedale, 20817 Bethesda, 20852 North Bethesda, 20895 Kensington, 20910 Silver Spring, 20902 Wheaton, 20903 Hillandale, 20912 Takoma Park, 20879 Montgomery Village, 20874 Germantown, 20886 Montgomery Village, 20904 Colesville, 20905 Cloverly, 20706 Glenarden, 20721 Mitchellville, 20785 Landover, 20744 Fort Washington
NV: 89148 Spring Valley, 89113 Enterprise, 89139 Enterprise, 89178 Mountains Edge, 89179 Enterprise, 89142 Sunrise Manor, 89110 Sunrise Manor, 89121 Paradise, 89123 Silverado Ranch, 89144 Summerlin, 89138 Summerlin, 89117 The Lakes, 89145 Peccole Ranch, 89149 Centennial Hills, 89131 Centennial Hills, 89130 Lone Mountain, 89074 Green Valley, 89012 MacDonald Ranch, 89044 Inspirada, 89101 Downtown, 89104 Huntridge, 89511 South Reno, 89523 Somersett, 89506 Stead, 89506 Lemmon Valley, 89433 Sun Valley, 89509 Washoe Valley, 89451 Incline Village
OR: 97209 Pearl District, 97210 Nob Hill, 97202 Sellwood, 97214 Hawthorne, 97211 Alberta, 97217 Kenton, 97203 St. Johns, 97206 Woodstock, 97212 Irvington, 97213 Hollywood, 97215 Mount Tabor, 97219 Multnomah Village, 97221 Hillsdale, 97239 South Waterfront, 97227 Albina, 97220 Parkrose, 97216 Mill Park, 97232 Lloyd, 97266 Lents, 97236 Powellhurst, 97229 Cedar Mill, 97006 Aloha, 97007 Cooper Mountain, 97224 King City, 97224 Durham, 97222 Milwaukie, 97267 Oak Grove, 97086 Happy Valley, 97015 Clackamas
MI: 48226 Downtown, 48201 Midtown, 48216 Corktown, 48207 Lafayette Park, 48214 Indian Village, 48219 Old Redford, 48221 Palmer Woods, 48223 Rosedale Park, 48224 East English Village, 48202 New Center, 48203 Highland Park, 48212 Hamtramck, 48209 Mexicantown, 48210 Springwells, 48230 Grosse Pointe Park, 48236 Grosse Pointe Woods, 48225 Harper Woods, 48239 Redford, 48240 Redford, 48229 Ecorse, 48218 River Rouge, 48323 West Bloomfield, 48301 Bloomfield Hills, 48304 Bloomfield Township, 48025 Franklin, 48025 Bingham Farms, 48009 Birmingham, 48070 Huntington Woods, 48069 Pleasant Ridge, 48072 Berkley, 48334 Farmington Hills, 48375 Novi, 48187 Canton, 48316 Shelby Township, 48038 Clinton Township, 48044 Macomb, 48045 Harrison Township, 48309 Oakland Township, 49503 Heritage Hill, 49505 Creston, 49534 Walker, 49544 Walker, 49508 Kentwood, 49512 Kentwood, 49519 Wyoming, 49546 Cascade, 49525 Northview
TN: 37206 East Nashville, 37203 The Gulch, 37208 Germantown, 37212 Hillsboro Village, 37204 Melrose, 37209 Sylvan Park, 37215 Green Hills, 37211 Antioch, 37013 Antioch, 37214 Donelson, 37207 Bordeaux, 37216 Inglewood, 37221 Bellevue, 37138 Old Hickory, 37076 Hermitage, 37220 Oak Hill, 38104 Midtown, 38103 Mud Island, 38111 Orange Mound, 38117 East Memphis, 38112 Binghampton, 38107 Frayser, 38127 Frayser, 38109 Whitehaven, 38116 Whitehaven, 38128 Raleigh, 38134 Bartlett, 38119 River Oaks, 38125 Southwind, 38016 Cordova, 37402 Downtown, 37405 North Chattanooga, 37411 East Ridge, 37412 East Ridge, 37415 Red Bank, 37919 Sequoyah Hills, 37922 Farragut, 37934 Farragut, 37920 South Knoxville, 37918 Fountain City, 37938 Halls
NC: 28203 Dilworth, 28205 Plaza Midwood, 28204 Elizabeth, 28207 Myers Park, 28209 Montford, 28210 SouthPark, 28269 Highland Creek, 28262 University City, 28278 Steele Creek, 28226 Quail Hollow, 28202 Uptown, 28206 NoDa, 28227 Mint Hill, 28216 Mountain Island, 28208 Wesley Heights, 27605 Five Points, 27607 Hillsborough Street, 27608 Hayes Barton, 27609 North Hills, 27612 Crabtree, 27614 Falls, 27617 Brier Creek, 27701 Trinity Park, 27705 Duke, 27707 Hope Valley, 27713 Research Triangle Park, 27410 Guilford, 27408 Irving Park, 27103 Ardmore, 27104 Buena Vista, 28801 Montford, 28804 Biltmore Forest, 28803 Biltmore Village, 28403 Ogden, 28411 Ogden, 28405 Wrightsville Beach
LA: 70115 Uptown, 70118 Carrollton, 70119 Mid-City, 70117 Bywater, 70116 French Quarter, 70130 Garden District, 70124 Lakeview, 70122 Gentilly, 70114 Algiers, 70131 Algiers, 70126 New Orleans East, 70125 Broadmoor, 70129 Venetian Isles, 70123 Harahan, 70121 Jefferson, 70123 River Ridge, 70006 Metairie, 70065 Kenner, 70072 Marrero, 70094 Westwego, 70056 Terrytown, 70058 Harvey, 70053 Gretna, 70808 Southdowns, 70809 Inniswold, 70810 Gardere, 70817 Shenandoah, 70806 Mid City, 70815 Monticello, 70814 Merrydale, 70739 Central
IN: 46220 Broad Ripple, 46205 Meridian-Kessler, 46203 Fountain Square, 46202 Lockerbie Square, 46201 Irvington, 46219 Irvington, 46250 Castleton, 46256 Geist, 46240 Nora, 46260 Nora, 46268 New Augusta, 46278 Eagle Creek, 46237 Southport, 46227 Southport, 46107 Beech Grove, 46224 Speedway, 46241 Mars Hill, 46254 Eagledale, 46221 West Newton, 46239 Wanamaker, 46229 Cumberland, 46825 Northcrest, 46807 Oakdale, 46805 North Anthony, 47715 Newburgh, 47712 Howell
WI: 53202 East Town, 53207 Bay View, 53204 Walker's Point, 53212 Riverwest, 53208 Washington Heights, 53213 Wauwatosa, 53226 Wauwatosa, 53214 West Allis, 53227 West Allis, 53219 West Milwaukee, 53220 Greenfield, 53228 Greenfield, 53129 Greendale, 53130 Hales Corners, 53154 Oak Creek, 53132 Franklin, 53209 Glendale, 53217 Fox Point, 53217 Bayside, 53092 Mequon, 53051 Menomonee Falls, 53703 Downtown, 53711 Fitchburg, 53713 Monona, 53716 Monona, 53719 Verona, 53562 Middleton, 53704 Maple Bluff
VA: 22201 Clarendon, 22209 Rosslyn, 22202 Crystal City, 22206 Shirlington, 22207 Cherrydale, 22205 Westover, 22301 Del Ray, 22304 Landmark, 22305 Arlandria, 22311 Alexandria, 22303 Huntington, 22307 Belle Haven, 22309 Mount Vernon, 22310 Rose Hill, 22312 Lincolnia, 22315 Kingstowne, 22015 Burke, 22152 West Springfield, 22151 North Springfield, 22030 Fairfax, 22032 Kings Park West, 22041 Baileys Crossroads, 22044 Seven Corners, 22046 Falls Church, 22066 Great Falls, 22182 Vienna, 22181 Oakton, 20171 Oak Hill, 20191 Reston, 20194 Reston, 20148 Brambleton, 20105 Stone Ridge, 20152 South Riding, 20165 Potomac Falls, 20164 Sterling, 23220 The Fan, 23221 Museum District, 23223 Church Hill, 23225 Forest Hill, 23226 Westhampton, 23227 Bellevue, 23230 Scott's Addition, 23235 Bon Air, 23294 Laurel, 23238 Gayton, 23508 Larchmont, 23507 Ghent, 23503 Ocean View, 23518 Bayview, 23455 Bayside, 23452 Lynnhaven, 23454 Great Neck, 23456 Princess Anne, 23462 Town Center, 23322 Great Bridge, 23320 Greenbrier, 23325 Indian River, 23669 Phoebus, 23602 Denbigh, 23601 Hilton Village
NJ: 07302 Paulus Hook, 07305 Greenville, 07306 Journal Square, 07307 Heights, 07310 Newport, 07105 Ironbound, 07104 Forest Hill, 07112 Weequahic, 07107 Roseville, 07106 Vailsburg, 07030 Hoboken, 07086 Weehawken, 07087 Union City, 07093 West New York, 07047 North Bergen, 07024 Fort Lee, 07020 Edgewater, 07043 Upper Montclair, 07003 Bloomfield, 07040 Maplewood, 07079 South Orange, 07052 West Orange, 07078 Short Hills, 07041 Millburn, 07901 Summit, 08002 Cherry Hill, 08034 Cherry Hill, 08043 Voorhees, 08053 Marlton, 08648 Lawrenceville, 08628 Ewing, 08618 Ewing, 08690 Hamilton, 08619 Hamilton Square, 08844 Hillsborough, 08807 Bridgewater, 08873 Somerset, 08816 East Brunswick, 08902 North Brunswick, 08831 Monroe Township, 07726 Manalapan, 07724 Tinton Falls, 07753 Neptune, 08723 Brick, 08753 Toms River, 08757 South Toms River
AE: 09459 APO, 09021 APO, 09366 APO
AP: 96205 APO, 96278 APO, 96375 FPO
PR: 00926 Cupey, 00924 Rio Piedras, 00979 Isla Verde, 00949 Levittown, 00716 Mercedita, 00680 Mayaguez
GU: 96921 Barrigada, 96915 Santa Rita
VI: 00802 St. Thomas, 00831 Cruz Bay
MP: 96951 Rota, 96952 Tinian
AS: 96799 Tafuna
HI: 96816 Kaimuki, 96822 Manoa, 96817 Nuuanu, 96818 Salt Lake, 96819 Kalihi, 96797 Waipahu, 96706 Ewa Beach, 96734 Kailua, 96744 Kaneohe, 96753 Kihei, 96761 Lahaina, 96743 Waikoloa
`;

/** Cities with a ZIP of another state. */
export const wrongStates: Pairs = `
OR: 94103 San Francisco, 98101 Seattle, 04101 Portland
IN: 60601 Chicago
GA: 33101 Miami, 43215 Columbus
OK: 75201 Dallas
AL: 30301 Atlanta
NJ: 19103 Philadelphia
OH: 48226 Detroit, 31901 Columbus
IL: 63101 St. Louis, 53202 Milwaukee, 65802 Springfield
KY: 37201 Nashville
SC: 28202 Charlotte, 25301 Charleston
WI: 55401 Minneapolis
ME: 97201 Portland
WY: 80202 Denver
AZ: 87101 Albuquerque
IA: 68102 Omaha
MA: 02903 Providence
WV: 29401 Charleston
TN: 39201 Jackson
MO: 62701 Springfield
LA: 22314 Alexandria
WA: 20001 Washington
`;

/** Cities with the ZIP of a far city of their state. */
export const farCities: Pairs = `
CA: 90012 San Diego, 94103 Sacramento, 95814 Los Angeles, 93721 San Jose, 92101 Fresno, 96161 San Diego, 94103 Palm Springs
TX: 77002 Dallas, 78701 Houston, 78205 Dallas, 79401 Austin
FL: 33602 Miami, 32202 Tampa, 32301 Orlando
NY: 10001 Albany, 14202 Syracuse, 13202 Buffalo, 12207 Rochester
IL: 60601 Peoria, 62701 Chicago
OH: 44113 Cincinnati, 45202 Columbus
PA: 15222 Philadelphia, 19103 Erie, 16501 Harrisburg
MI: 48226 Grand Rapids
GA: 30303 Savannah, 31401 Augusta
AZ: 85004 Tucson, 85701 Flagstaff
WA: 98101 Spokane, 99201 Tacoma
CO: 80202 Grand Junction, 80202 Aspen
TN: 37201 Memphis, 38103 Knoxville
NC: 28202 Raleigh, 27601 Asheville
VA: 23219 Virginia Beach
MO: 64106 St. Louis, 63101 Kansas City
LA: 70112 Shreveport
NV: 89101 Reno
OR: 97201 Medford
`;

/** Cities with a ZIP that is one slip from theirs and far away. */
export const slips: Pairs = `
AL: 36112 Lisman
AR: 72903 Almyra
AZ: 85041 Lukeville, 85046 Tubac
CA: 94120 Markleeville, 94923 San Diego, 90021 Palo Alto, 93924 San Diego, 93701 Los Angeles, 96101 Sacramento
NY: 12751 Buffalo
PA: 17551 Pittsburgh
FL: 33401 Key West, 33140 Key West
TX: 75210 Austin, 76102 San Antonio
OR: 97801 Portland
WA: 98801 Seattle
WI: 54301 Milwaukee
OH: 45301 Columbus
GA: 31601 Atlanta
TN: 37901 Nashville
`;

/** Splits pairs into places. */
export const placesIn = (pairs: Pairs) =>
  pairs
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [state = '', ofState = ''] = line.split(': ');
      return ofState.split(', ').map((pair) => ({ state, zip: pair.slice(0, 5), city: pair.slice(6) }));
    });
