/** The example: a small table as people have them, with units, decimal commas, German dates and gaps. */

export const EXAMPLE = `Temperatur (°C);Wachstum (mm/d);Feuchte (%);Art;Gemessen am
8,2;1,9;71;Löwenzahn;04.03.2024
8,9;1,4;74;Gänseblümchen;04.03.2024
9,1;1,1;69;Schlüsselblume;04.03.2024
10,4;2,7;66;Löwenzahn;11.03.2024
10,8;1,9;70;Gänseblümchen;11.03.2024
11,3;1,6;64;Schlüsselblume;11.03.2024
12,0;3,2;63;Löwenzahn;18.03.2024
12,6;2,6;61;Gänseblümchen;18.03.2024
12,9;1,8;;Schlüsselblume;18.03.2024
14,1;4,1;58;Löwenzahn;25.03.2024
14,3;2,9;60;Gänseblümchen;25.03.2024
14,9;2,3;57;Schlüsselblume;25.03.2024
15,8;4,6;55;Löwenzahn;01.04.2024
16,2;3,7;56;Gänseblümchen;01.04.2024
16,4;2,5;54;Schlüsselblume;01.04.2024
17,5;5,4;52;Löwenzahn;08.04.2024
17,9;4,0;53;Gänseblümchen;08.04.2024
18,4;2,9;50;Schlüsselblume;08.04.2024
19,3;5,8;49;Löwenzahn;15.04.2024
19,6;4,7;51;Gänseblümchen;15.04.2024
20,1;;48;Schlüsselblume;15.04.2024
21,2;6,5;47;Löwenzahn;22.04.2024
21,4;4,9;46;Gänseblümchen;22.04.2024
22,0;3,1;45;Schlüsselblume;22.04.2024
23,1;6,7;44;Löwenzahn;29.04.2024
23,4;5,5;45;Gänseblümchen;29.04.2024
23,8;3,4;43;Schlüsselblume;29.04.2024
25,0;6,9;41;Löwenzahn;06.05.2024
25,3;5,6;42;Gänseblümchen;06.05.2024
25,7;3,3;40;Schlüsselblume;06.05.2024
`;
