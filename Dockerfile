# Builds the program, and an image of it that holds nothing else: no shell, no package manager, no other program.
#   docker build -t tablepages .
#   docker run --read-only -p 8080:8080 -v "$PWD:/data" tablepages serve /data/shop.sqlite

FROM swift:6.3-bookworm AS build
RUN apt-get -q update \
 && DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends \
      binutils libcmark-gfm-dev libcmark-gfm-extensions-dev libmicrohttpd-dev libpq-dev libsqlite3-dev libssl-dev pkg-config zlib1g-dev \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /build
# The packages first: they change less often than the sources.
COPY Package.swift ./
RUN swift package resolve
# What browsers fetch is part of the program.
COPY Public Public
COPY Sources Sources
COPY Tests Tests
# The program is optimized once more as a whole. The linker puts side by side what answers requests, leaves out functions that are the same as others,
# packs relocations (glibc 2.36), and keeps no symbols for libraries that would look for them in the program, as none does.
RUN swift build -c release --static-swift-stdlib --experimental-lto-mode=full --toolset Sources/tablepages/Linking/toolset.json --product tablepages
# What the image will hold: the program, the libraries that the loader says it needs, and one user.
RUN set -eu; program=.build/release/tablepages; \
    mkdir -p /image/usr/bin /image/etc /image/data; install -d -m 1777 /image/tmp; \
    strip -o /image/usr/bin/tablepages "$program"; \
    ldd "$program" | grep -o '/[^ ]*' | sort -u | while read -r library; do \
      mkdir -p "/image${library%/*}"; cp -L "$library" "/image$library"; done; \
    echo 'tablepages:x:10001:10001::/data:/usr/bin/tablepages' > /image/etc/passwd; \
    echo 'tablepages:x:10001:' > /image/etc/group

FROM scratch
COPY --from=build /image /
USER 10001:10001
WORKDIR /data
VOLUME /data
ENV TABLEPAGES_HOST=0.0.0.0
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=3s --start-period=5s CMD ["/usr/bin/tablepages", "healthcheck"]
ENTRYPOINT ["/usr/bin/tablepages"]
CMD ["serve"]
