// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IExchange} from "../../../src/exchange/IExchange.sol";
import {Order} from "../../../src/exchange/OrderTypes.sol";
import {ExchangeBase} from "../../base/ExchangeBase.sol";
import {Vm} from "../../base/Vm.sol";

contract CancelTest is ExchangeBase {
    /// [TX-04]
    function test_CancelsTheOrder() public {
        Order memory order = aSale();
        vm.recordLogs();
        vm.prank(alice);
        exchange.cancel(order.key);
        Vm.Log memory log = vm.getRecordedLogs()[0];
        vm.assertEq(log.topics[0], 0xbfe0e802e586c99960de1a111c80f598b281996d65080d74dbe29986f55b274a, "topic");
        vm.assertEq(log.topics[1], bytes32(uint256(uint160(address(nft)))), "sellToken");
        vm.assertEq(log.topics[2], bytes32(uint256(1)), "sellTokenId");
        vm.assertEq(
            keccak256(log.data), keccak256(abi.encode(alice, address(0), uint256(0), order.key.salt)), "data"
        );
        assertOver(order, 0);
    }

    function test_CancelsABid() public {
        Order memory order = aBid(address(nft));
        vm.prank(bob);
        exchange.cancel(order.key);
        assertOver(order, 0);
    }

    function test_EndsEveryVersion() public {
        Order memory order = aSale();
        order.key.salt = saltOf(5, 0, block.timestamp + 1, 0);
        vm.prank(alice);
        exchange.cancel(order.key);
        assertOver(aSale(), 0);
    }

    function test_EndsWhatIsLeftOfALot() public {
        buy(aLot(), 4);
        vm.prank(alice);
        exchange.cancel(aLot().key);
        assertOver(aLot(), 0.2 ether);
    }

    /// [SOL-42]
    function test_RevertWhen_CallerIsNotTheOwner() public {
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeCallerNotOwner.selector, eve, alice));
        vm.prank(eve);
        exchange.cancel(aSale().key);
    }

    function test_RevertGiven_Spent() public {
        buy(aSale(), 1);
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeOrderSpent.selector, alice, 5));
        vm.prank(alice);
        exchange.cancel(aSale().key);
    }

    function test_WhenPaused() public {
        vm.prank(operator);
        exchange.pause(1 hours);
        vm.prank(alice);
        exchange.cancel(aSale().key);
        vm.assertTrue(exchange.isSpent(alice, saltOf(5)), "spent");
    }

    function testFuzz_TouchesOneNumberOnly(uint64 number, uint64 other) public {
        vm.assume(number != other);
        Order memory order = aSale();
        order.key.salt = saltOf(number);
        vm.prank(alice);
        exchange.cancel(order.key);
        vm.assertTrue(exchange.isSpent(alice, number), "this one");
        vm.assertTrue(!exchange.isSpent(alice, other), "not the other");
        vm.assertTrue(!exchange.isSpent(bob, number), "not Bob's");
    }
}
