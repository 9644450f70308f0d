// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IExchange} from "../../../src/exchange/IExchange.sol";
import {Order} from "../../../src/exchange/OrderTypes.sol";
import {ExchangeBase} from "../../base/ExchangeBase.sol";
import {Vm} from "../../base/Vm.sol";

contract CancelManyTest is ExchangeBase {
    function one(uint256 value) private pure returns (uint256[] memory list) {
        list = new uint256[](1);
        list[0] = value;
    }

    function cancelAs(address owner, uint256 word, uint256 mask) private {
        vm.prank(owner);
        exchange.cancelMany(one(word), one(mask));
    }

    function test_EndsAllOrdersOfAMask() public {
        cancelAs(alice, 0, type(uint256).max);
        assertOver(aSale(), 0);
        assertOver(aLot(), 0);
        vm.assertTrue(!exchange.isSpent(alice, saltOf(256)), "the next word");
        vm.assertTrue(!exchange.isSpent(bob, saltOf(5)), "not Bob's");
    }

    function test_LogsWhatIsNew() public {
        buy(aSale(), 1);
        vm.recordLogs();
        cancelAs(alice, 0, 0x60);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        vm.assertEq(logs.length, 1, "one");
        vm.assertEq(logs[0].topics[0], keccak256("CancelMany(address,uint256,uint256)"), "topic");
        vm.assertEq(logs[0].topics[1], bytes32(uint256(uint160(alice))), "owner");
        vm.assertEq(keccak256(logs[0].data), keccak256(abi.encode(0, 0x40)), "number 6 only: 5 is sold");
        vm.recordLogs();
        cancelAs(alice, 0, 0x60);
        vm.assertEq(vm.getRecordedLogs().length, 0, "nothing new");
    }

    function test_EndsWhatIsLeftOfALot() public {
        buy(aLot(), 4);
        cancelAs(alice, 0, 1 << 6);
        assertOver(aLot(), 0.2 ether);
    }

    function test_WhenSeveralWords() public {
        uint256[] memory words = new uint256[](3);
        uint256[] memory masks = new uint256[](3);
        (words[0], words[1], words[2]) = (0, 7, type(uint64).max >> 8);
        (masks[0], masks[1], masks[2]) = (1 << 5, 3, 1 << 255);
        vm.prank(alice);
        exchange.cancelMany(words, masks);
        vm.assertTrue(exchange.isSpent(alice, 5), "first");
        vm.assertTrue(exchange.isSpent(alice, 7 * 256) && exchange.isSpent(alice, 7 * 256 + 1), "second");
        vm.assertTrue(exchange.isSpent(alice, type(uint64).max), "the last number of all");
    }

    function test_RevertWhen_LengthsDiffer() public {
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeLengthsDiffer.selector, 1, 0));
        vm.prank(alice);
        exchange.cancelMany(one(0), new uint256[](0));
    }

    function test_RevertWhen_TheWordIsBeyondAllNumbers() public {
        uint256 word = uint256(1) << 56;
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeWordUnknown.selector, word));
        cancelAs(alice, word, 1);
    }

    function test_WhenPaused() public {
        vm.prank(operator);
        exchange.pause(1 hours);
        cancelAs(alice, 0, 1 << 5);
        vm.assertTrue(exchange.isSpent(alice, saltOf(5)), "spent");
    }

    function testFuzz_IsManyCancels(uint56 word, uint256 mask, uint8 bit) public {
        cancelAs(alice, word, mask);
        uint256 number = uint256(word) * 256 + bit;
        vm.assertEq(exchange.isSpent(alice, number) ? 1 : 0, (mask >> bit) & 1, "exactly the mask");
        Order memory order = aSale();
        order.key.salt = number;
        if ((mask >> bit) & 1 == 0) buy(order, 1);
        else buyReverts(order, 1, abi.encodeWithSelector(IExchange.ExchangeOrderSpent.selector, alice, number));
    }

    /// forge-config: default.isolate = true
    function test_FiftyOfOneWord() public {
        cancelAs(alice, 0, 1 << 77);
        cancelAs(alice, 0, (1 << 50) - 1);
        // Goal 32,000.
        // Goal 32,000; the module that does it costs 3,200.
        vm.assertLe(vm.lastCallGas().gasTotalUsed, 34_500, "word in use");
    }
}
