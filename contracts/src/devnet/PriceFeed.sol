// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice What consumers of Chainlink's feeds call, as `AggregatorV3Interface` has it.
interface IAggregatorV3 {
    function decimals() external view returns (uint8);
    function description() external view returns (string memory);
    function version() external view returns (uint256);
    function getRoundData(uint80 roundId)
        external
        view
        returns (uint80, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound);
    function latestRoundData()
        external
        view
        returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound);
}

/// @notice A price that its owner writes, in the form of Chainlink's feeds. For local chains: public ones have their own.
contract PriceFeed is IAggregatorV3 {
    struct Round {
        int192 answer;
        uint64 writtenAt;
    }

    uint256 public constant override version = 1;
    uint8 public immutable override decimals;
    address public immutable owner;
    string public override description;
    uint80 private _latest;
    mapping(uint80 roundId => Round) private _rounds;

    event AnswerUpdated(int256 indexed current, uint256 indexed roundId, uint256 updatedAt);

    /// @notice Only the owner writes rounds.
    error PriceFeedForeignCaller(address caller);
    /// @notice No such round was written.
    error PriceFeedNoRound(uint80 roundId);

    constructor(string memory description_, uint8 decimals_, address owner_) {
        description = description_;
        decimals = decimals_;
        owner = owner_;
    }

    /// @notice Writes the next round, at the time of this block.
    function write(int192 answer) external {
        if (msg.sender != owner) revert PriceFeedForeignCaller(msg.sender);
        uint80 roundId = ++_latest;
        _rounds[roundId] = Round(answer, uint64(block.timestamp));
        emit AnswerUpdated(answer, roundId, block.timestamp);
    }

    function getRoundData(uint80 roundId)
        public
        view
        override
        returns (uint80, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)
    {
        Round memory round = _rounds[roundId];
        if (round.writtenAt == 0) revert PriceFeedNoRound(roundId);
        return (roundId, round.answer, round.writtenAt, round.writtenAt, roundId);
    }

    function latestRoundData()
        external
        view
        override
        returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)
    {
        return getRoundData(_latest);
    }
}
