#!/bin/bash
# The pictures with a person. Needs the same packages as build.sh and a checkout of MakeHuman's data (CC0) in MH_DATA:
#   git clone --depth 1 https://github.com/makehumancommunity/makehuman && export MH_DATA=$PWD/makehuman/makehuman/data
set -e; export ART_ROOT=${ART_ROOT:-$(cd "$(dirname "$0")" && pwd)}; cd "$(dirname "$0")"; PY=/usr/bin/python3
mkdir -p $ART_ROOT/cache $ART_ROOT/exr $ART_ROOT/out
$PY scripts/human.py; $PY scripts/grip.py; blender -b --factory-startup -P scripts/wrap.py > /dev/null
P() { nice blender -b --factory-startup -P scripts/people.py -- "$@" | grep --line-buffered -E "RENDERED|Error"; }
S=${SIZE:-1600}; K=${SPP:-24}; G="az=-10 tilt=50 hover=.9 c=4.7,-10.3,63.9 hx=-1 want=.35,-.3,-.85"
P shot=glide w=$S spp=$K $G lens=174 t=3.2,-8,63.8 f=9
P shot=glide tag=glidewide w=3840 h=2160 spp=16 $G lens=88 t=3.2,-8,64.5 f=5 shx=-.2
P shot=hand w=$S spp=$K az=108 lens=236 t=1.5,-3,9.9 hr=6.6 hz=2.6 hx=-2.6
P shot=profile w=$S spp=$K c=4.9,-10.3,63.6 tilt=14 hover=.8 az=74 up=0,-.5,1 t=0,-8,63.5 hz=3 hx=-5 hr=12
P shot=calm tone=cocoa w=$S spp=$K win=9.8,-15.5,61.5 t=2.2,-8,62.5 lens=176
P shot=serum tone=honey w=$S spp=$K lens=300 t=3.4,-10,65.8
$PY scripts/post.py glide glidewide hand profile calm serum
(cd web && node encode.mjs hand && node hero.mjs && node parts.mjs)
