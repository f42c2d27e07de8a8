#!/bin/bash
#SBATCH --job-name=foregone
#SBATCH --ntasks-per-node=1
#SBATCH --requeue
#SBATCH --signal=TERM@60
#SBATCH --open-mode=append
# Solves GAME on all nodes of the job: sbatch --nodes 8 --cpus-per-task 16 slurm.sh GAME
# STORE and DB must be on a file system that all nodes see.
set -euo pipefail
GAME=${1:?usage: sbatch slurm.sh GAME}
STORE=${STORE:-$SLURM_SUBMIT_DIR/foregone-store}
DB=${DB:-$SLURM_SUBMIT_DIR/foregone-data/$SLURM_JOB_NAME}
PORT=${PORT:-4222}
SECRET=$SLURM_SUBMIT_DIR/foregone.secret
first=$(scontrol show hostnames "$SLURM_JOB_NODELIST" | head -n 1)
umask 077
[ -s "$SECRET" ] || head -c 24 /dev/urandom | base64 | tr -d '/+=\n' >"$SECRET"
export GAME STORE DB PORT SECRET
export FOREGONE_CLUSTER="nats://worker:$(foregone cluster --token --secret-file "$SECRET")@$first:$PORT"
srun --nodes=1 --ntasks=1 --nodelist="$first" --overlap \
	foregone solve "$GAME" --cluster "$first:$PORT" --secret-file "$SECRET" --store "$STORE" --db "$DB" --coordinate &
lead=$!
srun --overlap foregone worker --workers "${SLURM_CPUS_PER_TASK:-1}" &
workers=$!
trap 'kill -TERM $lead $workers 2>/dev/null; wait' TERM
wait $lead
