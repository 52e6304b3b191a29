#!/bin/bash
# add_hum.sh name on off  -> adds the wand's hum to the encoded clip while its light is on, between the seconds `on` and `off`
# Synthesized, not recorded: a motor's tone of 150 Hz with overtones, a slow beat and a little noise. Silent at both ends, so the
# clip loops without a click. The picture is not encoded again.
set -e; n=$1; on=$2; off=$3; O=${ART_ROOT:-.}/out/video
hum="0.05*sin(2*PI*150*t)+0.03*sin(2*PI*300*t)+0.02*sin(2*PI*301*t)+0.008*sin(2*PI*450*t)+0.003*(random(0)-0.5)"
add() {
  ffmpeg -y -v error -i "$O/$1" -f lavfi -i "aevalsrc=$hum:s=48000" -map 0:v -map 1:a -c:v copy \
    -af "afade=t=in:st=$on:d=0.5,afade=t=out:st=$off:d=0.3" "${@:2}" -shortest "$O/hum-$1"
  mv "$O/hum-$1" "$O/$1"
}
add $n.mp4 -c:a aac -b:a 48k -movflags +faststart
add $n.av1.mp4 -c:a aac -b:a 48k -movflags +faststart
add $n.webm -c:a libopus -b:a 32k
