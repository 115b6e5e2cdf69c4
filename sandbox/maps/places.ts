/**
 * A state: its name, its centre in degrees, and the ranges (inclusive) of the first three digits of its ZIP
 * codes.
 */
export interface State {
  code: string
  name: string
  lat: number
  lng: number
  zips: readonly (readonly [from: number, to: number])[]
}

export interface City {
  name: string
  state: string
  lat: number
  lng: number
  /** One of its ZIP codes, for addresses without one. */
  zip: string
}

// code, name, latitude, longitude, ZIP prefixes
const STATE_LINES = `
AL Alabama 32.8 -86.8 350-369
AK Alaska 61.4 -149.5 995-999
AZ Arizona 34.3 -111.7 850-865
AR Arkansas 34.9 -92.4 716-729
CA California 37.2 -119.3 900-961
CO Colorado 39.0 -105.5 800-816
CT Connecticut 41.6 -72.7 060-069
DE Delaware 39.0 -75.5 197-199
DC District of Columbia 38.9072 -77.0369 200-205
FL Florida 28.5 -82.4 320-349
GA Georgia 32.7 -83.4 300-319,398-399
HI Hawaii 21.1 -157.5 967-968
ID Idaho 43.7 -114.6 832-838
IL Illinois 40.0 -89.2 600-629
IN Indiana 39.9 -86.3 460-479
IA Iowa 42.1 -93.5 500-528
KS Kansas 38.5 -98.3 660-679
KY Kentucky 37.5 -85.3 400-427
LA Louisiana 31.0 -92.0 700-714
ME Maine 45.4 -69.2 039-049
MD Maryland 39.1 -76.8 206-219
MA Massachusetts 42.2 -71.8 010-027,055-055
MI Michigan 43.3 -84.6 480-499
MN Minnesota 46.3 -94.3 550-567
MS Mississippi 32.7 -89.7 386-397
MO Missouri 38.4 -92.5 630-658
MT Montana 47.0 -109.6 590-599
NE Nebraska 41.5 -99.0 680-693
NV Nevada 39.3 -116.6 889-898
NH New Hampshire 43.7 -71.6 030-038
NJ New Jersey 40.2 -74.7 070-089
NM New Mexico 34.4 -106.1 870-884
NY New York 42.9 -75.5 005-005,100-149
NC North Carolina 35.6 -79.4 270-289
ND North Dakota 47.4 -99.6 580-588
OH Ohio 40.3 -82.8 430-459
OK Oklahoma 35.6 -97.5 730-732,734-749
OR Oregon 44.1 -120.6 970-979
PA Pennsylvania 40.9 -77.8 150-196
RI Rhode Island 41.7 -71.6 028-029
SC South Carolina 33.9 -80.9 290-299
SD South Dakota 44.4 -100.2 570-577
TN Tennessee 35.9 -86.4 370-385
TX Texas 31.5 -98.5 733-733,750-799,885-885
UT Utah 39.3 -111.7 840-847
VT Vermont 44.1 -72.7 050-054,056-059
VA Virginia 37.5 -78.8 220-246
WA Washington 47.4 -120.4 980-994
WV West Virginia 38.6 -80.6 247-268
WI Wisconsin 44.6 -89.9 530-549
WY Wyoming 43.0 -107.5 820-831`

// name, state, latitude, longitude, ZIP code
const CITY_LINES = `
Alhambra CA 34.0953 -118.1270 91801
Anaheim CA 33.8366 -117.9143 92805
Bakersfield CA 35.3733 -119.0187 93301
Burbank CA 34.1808 -118.3090 91502
Fresno CA 36.7378 -119.7871 93721
Glendale CA 34.1425 -118.2551 91204
Irvine CA 33.6846 -117.8265 92618
Long Beach CA 33.7701 -118.1937 90802
Los Angeles CA 34.0522 -118.2437 90012
Monterey Park CA 34.0625 -118.1228 91754
Oakland CA 37.8044 -122.2712 94612
Ontario CA 34.0633 -117.6509 91762
Pasadena CA 34.1478 -118.1445 91101
Riverside CA 33.9806 -117.3755 92501
Sacramento CA 38.5816 -121.4944 95814
San Bernardino CA 34.1083 -117.2898 92401
San Diego CA 32.7157 -117.1611 92101
San Francisco CA 37.7749 -122.4194 94103
San Gabriel CA 34.0961 -118.1058 91776
San Jose CA 37.3382 -121.8863 95113
Santa Ana CA 33.7455 -117.8677 92701
Santa Monica CA 34.0195 -118.4912 90401
Stockton CA 37.9577 -121.2908 95202
Torrance CA 33.8358 -118.3406 90501
Albuquerque NM 35.0844 -106.6504 87102
Anchorage AK 61.2181 -149.9003 99501
Arlington TX 32.7357 -97.1081 76010
Atlanta GA 33.7490 -84.3880 30303
Austin TX 30.2672 -97.7431 78701
Baltimore MD 39.2904 -76.6122 21202
Baton Rouge LA 30.4515 -91.1871 70801
Billings MT 45.7833 -108.5007 59101
Birmingham AL 33.5186 -86.8104 35203
Boise ID 43.6150 -116.2023 83702
Boston MA 42.3601 -71.0589 02108
Buffalo NY 42.8864 -78.8784 14202
Burlington VT 44.4759 -73.2121 05401
Charleston SC 32.7765 -79.9311 29401
Charlotte NC 35.2271 -80.8431 28202
Cheyenne WY 41.1400 -104.8202 82001
Chicago IL 41.8781 -87.6298 60602
Cincinnati OH 39.1031 -84.5120 45202
Cleveland OH 41.4993 -81.6944 44114
Colorado Springs CO 38.8339 -104.8214 80903
Columbus OH 39.9612 -82.9988 43215
Dallas TX 32.7767 -96.7970 75201
Denver CO 39.7392 -104.9903 80202
Des Moines IA 41.5868 -93.6250 50309
Detroit MI 42.3314 -83.0458 48226
El Paso TX 31.7619 -106.4850 79901
Fargo ND 46.8772 -96.7898 58102
Fort Worth TX 32.7555 -97.3308 76102
Hartford CT 41.7658 -72.6734 06103
Honolulu HI 21.3069 -157.8583 96813
Houston TX 29.7604 -95.3698 77002
Indianapolis IN 39.7684 -86.1581 46204
Jackson MS 32.2988 -90.1848 39201
Jacksonville FL 30.3322 -81.6557 32202
Kansas City MO 39.0997 -94.5786 64106
Knoxville TN 35.9606 -83.9207 37902
Las Vegas NV 36.1699 -115.1398 89101
Lexington KY 38.0406 -84.5037 40507
Little Rock AR 34.7465 -92.2896 72201
Louisville KY 38.2527 -85.7585 40202
Madison WI 43.0731 -89.4012 53703
Manchester NH 42.9956 -71.4548 03101
Memphis TN 35.1495 -90.0490 38103
Mesa AZ 33.4152 -111.8315 85201
Miami FL 25.7617 -80.1918 33130
Milwaukee WI 43.0389 -87.9065 53202
Minneapolis MN 44.9778 -93.2650 55401
Nashville TN 36.1627 -86.7816 37219
New Orleans LA 29.9511 -90.0715 70112
New York NY 40.7128 -74.0060 10007
Brooklyn NY 40.6782 -73.9442 11201
Newark NJ 40.7357 -74.1724 07102
Norfolk VA 36.8508 -76.2859 23510
Oklahoma City OK 35.4676 -97.5164 73102
Omaha NE 41.2565 -95.9345 68102
Orlando FL 28.5384 -81.3789 32801
Philadelphia PA 39.9526 -75.1652 19107
Phoenix AZ 33.4484 -112.0740 85003
Pittsburgh PA 40.4406 -79.9959 15222
Portland OR 45.5152 -122.6784 97204
Portland ME 43.6591 -70.2568 04101
Providence RI 41.8240 -71.4128 02903
Raleigh NC 35.7796 -78.6382 27601
Reno NV 39.5296 -119.8138 89501
Richmond VA 37.5407 -77.4360 23219
Rochester NY 43.1566 -77.6088 14604
Salt Lake City UT 40.7608 -111.8910 84111
San Antonio TX 29.4241 -98.4936 78205
Scottsdale AZ 33.4942 -111.9261 85251
Seattle WA 47.6062 -122.3321 98104
Sioux Falls SD 43.5446 -96.7311 57104
Spokane WA 47.6588 -117.4260 99201
St. Louis MO 38.6270 -90.1994 63103
Tampa FL 27.9506 -82.4572 33602
Tucson AZ 32.2226 -110.9747 85701
Tulsa OK 36.1540 -95.9928 74103
Washington DC 38.9072 -77.0369 20004
Wichita KS 37.6872 -97.3301 67202
Wilmington DE 39.7391 -75.5398 19801
Charleston WV 38.3498 -81.6326 25301`

function linesOf(table: string): string[] {
  return table.trim().split('\n')
}

export const STATES: readonly State[] = linesOf(STATE_LINES).map((line) => {
  const [, code = '', name = '', lat = '', lng = '', zips = ''] =
    /^(\w\w) (.+) (-?[\d.]+) (-?[\d.]+) ([\d,-]+)$/.exec(line) ?? []
  const ranges = zips.split(',').map((range): [number, number] => {
    const [from = '', to = ''] = range.split('-')
    return [Number(from), Number(to)]
  })
  return { code, name, lat: Number(lat), lng: Number(lng), zips: ranges }
})

export const CITIES: readonly City[] = linesOf(CITY_LINES).map((line) => {
  const [, name = '', state = '', lat = '', lng = '', zip = ''] =
    /^(.+) (\w\w) (-?[\d.]+) (-?[\d.]+) (\d{5})$/.exec(line) ?? []
  return { name, state, lat: Number(lat), lng: Number(lng), zip }
})
