# memplace on Debian 12: the tools, the Python package with its extras for StableHLO and
# reports, and memplace-pack.
#
#   docker build -t memplace .
#   docker run --rm -v "$PWD:/work" memplace memplace-solve model.problem.json -o placed.json
#
# utils/try_dockerfile.sh builds and tries the image, also without a container engine.

FROM debian:bookworm-slim AS build
COPY . /memplace
RUN /memplace/utils/package.sh /packages
RUN python3 -m venv /opt/memplace
RUN /opt/memplace/bin/pip install --no-cache-dir --disable-pip-version-check \
      /packages/memplace_pack-*.whl "$(ls /packages/memplace-*.whl)[report,stablehlo]"

FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends python3 && \
    rm -rf /var/lib/apt/lists/*
COPY --from=build /opt/memplace /opt/memplace
ENV PATH=/opt/memplace/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
WORKDIR /work
CMD ["python", "-m", "memplace"]
