# The same set-up script as on a bare machine. Build: docker compose build; run: docker compose up.
FROM node:20-bookworm-slim

WORKDIR /srv/oncoloom

# The R stack first: it changes seldom and is the large part.
COPY scripts/setup scripts/setup
RUN node scripts/setup/index.mjs --system && rm -rf /var/lib/apt/lists/*

COPY . .
RUN node scripts/setup/index.mjs && rm -rf /root/.npm /var/lib/apt/lists/*

ENV HOST=0.0.0.0 PORT=8080 ONCOLOOM_DATA=/data
VOLUME /data
EXPOSE 8080
HEALTHCHECK --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]

# Not through npm: the signal that stops the container reaches the server itself. It starts as root and gives it up (docs/adr/014-root.md).
CMD ["node", "scripts/start.mjs"]
