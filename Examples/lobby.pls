[playlist]
; Entries stand in the order of their numbers, wherever their lines are.
File1=../Playlists/demo/dawn.jpg
Title1=Dawn
Length1=8
File2=../Playlists/demo/sea.mp4
Title2=A boat on the evening sea
Length2=-1
NumberOfEntries=2
Version=2
