// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IBlindBox} from "../../../src/box/IBlindBox.sol";
import {BoxBase} from "../../base/BoxBase.sol";

/// @notice What EIP-2935 lays at its address: the last 8,191 hashes.
contract History {
    fallback(bytes calldata input) external returns (bytes memory) {
        uint256 number = abi.decode(input, (uint256));
        require(number < block.number && block.number - number <= 8191);
        return abi.encode(keccak256(abi.encode("history", number)));
    }
}

/// @notice Answers shortly, or with nothing in it.
contract BadHistory {
    bytes private _answer;

    function set(bytes calldata answer) external {
        _answer = answer;
    }

    fallback(bytes calldata) external returns (bytes memory) {
        return _answer;
    }
}

contract BoxWindowsTest is BoxBase {
    address private constant HISTORY = 0x0000F90827F1C53a10cb7A02335B175320002935;
    uint256 private constant MS = 1000;

    function opened() private returns (bytes32 id) {
        id = registered(aBox(coin()));
        openAs(bob, id, 1);
    }

    /// @dev The block `count` after the request, on a chain with such blocks.
    function pass(uint256 count, uint256 intervalMs) private {
        vm.roll(100 + count);
        vm.warp(START + count * intervalMs / MS);
    }

    /// Whatever block of the 4,000 that 30 minutes have.
    function testFuzz_GivenBlocksOf450MillisecondsWithHistory(uint256 count) public {
        bytes32 id = opened();
        vm.etch(HISTORY, address(new History()).code);
        pass(bound(count, 2, 3999), 450);
        reveal(id, 0);
        vm.assertEq(prizesOf(bob), 2, "drawn");
    }

    /// The opcode knows 256 blocks: of 0.45 s that is 115 s, and then comes the refund.
    function testFuzz_GivenBlocksOf450MillisecondsWithout(uint256 count) public {
        bytes32 id = opened();
        count = bound(count, 2, 5000);
        pass(count, 450);
        if (count <= 257) return reveal(id, 0);
        if (count < 4000) {
            vm.expectRevert(abi.encodeWithSelector(IBlindBox.BoxBlockHashGone.selector, 101));
            reveal(id, 0);
            pass(4000, 450);
        }
        box.refund(id);
        vm.assertEq(bob.balance, 1001 ether, "refunded");
    }

    /// 150 blocks, all within the opcode's reach.
    function testFuzz_GivenBlocksOf12Seconds(uint256 count) public {
        bytes32 id = opened();
        count = bound(count, 2, 200);
        pass(count, 12_000);
        if (count < 150) return reveal(id, 0);
        vm.expectRevert(abi.encodeWithSelector(IBlindBox.BoxRevealLate.selector, START + 30 minutes));
        reveal(id, 0);
        box.refund(id);
    }

    /// Another answer than a word counts for nothing.
    function test_WhenTheHistoryAnswersBadly() public {
        bytes32 id = opened();
        vm.etch(HISTORY, address(new BadHistory()).code);
        pass(400, 450);
        bytes[4] memory answers = [bytes(""), hex"01", abi.encode(0), abi.encode(1, 2)];
        for (uint256 i; i < 4; ++i) {
            BadHistory(HISTORY).set(answers[i]);
            vm.expectRevert(abi.encodeWithSelector(IBlindBox.BoxBlockHashGone.selector, 101));
            reveal(id, 0);
        }
        BadHistory(HISTORY).set(abi.encode(1));
        reveal(id, 0);
    }

    /// Sales begin and end by the second, on any chain.
    function testFuzz_Sales(uint256 moment) public {
        bytes32 id = registered(aBox(coin()));
        moment = bound(moment, START - 100, END + 100);
        vm.warp(moment);
        if (moment < START) openReverts(bob, id, 1, DUE, abi.encodeWithSelector(IBlindBox.BoxNotStarted.selector, START));
        else if (moment >= END) openReverts(bob, id, 1, DUE, abi.encodeWithSelector(IBlindBox.BoxEnded.selector, END));
        else openAs(bob, id, 1);
    }
}
