ln -s "releases/$(ls releases | tail -n 2 | head -n 1)" next && mv -T next current
