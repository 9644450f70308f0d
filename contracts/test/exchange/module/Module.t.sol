// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IExchange} from "../../../src/exchange/IExchange.sol";
import {IExchangeForms} from "../../../src/exchange/IExchangeForms.sol";
import {Acceptance, Extra, Fill, Order, Sig} from "../../../src/exchange/OrderTypes.sol";
import {ExchangeBase} from "../../base/ExchangeBase.sol";
import {IExchangeByBytes, IExchangeWithVoucher} from "../../base/IExchangeForms.sol";

contract ModuleTest is ExchangeBase {
    function callModule(bytes memory data, uint256 value) private {
        vm.prank(bob);
        (bool ok, bytes memory why) = exchange.module().call{value: value}(data);
        vm.assertTrue(!ok, "refused");
        vm.assertEq(bytes32(bytes4(why)), bytes32(IExchange.ExchangeModuleCalledDirectly.selector), "reason");
    }

    function test_RevertWhen_TheModuleIsCalledDirectly() public {
        Order memory order = aSale();
        Sig memory sig = makerSig(ALICE_KEY, order);
        Order memory bid = aBid(address(nft));
        callModule(abi.encodeCall(IExchangeByBytes.exchange, (order, "x", FEE, none(), 1, bob)), due(PRICE, FEE));
        callModule(abi.encodeCall(IExchangeWithVoucher.exchange, (order, sig, FEE, none(), 1, bob, "x")), due(PRICE, FEE));
        callModule(abi.encodeCall(IExchangeForms.sweep, (new Fill[](0), bob, 0)), 1 ether);
        callModule(abi.encodeWithSignature(ACCEPT_BID, bid, sig, FEE, none(), PRICE, bob, 0), 0);
        callModule(abi.encodeWithSelector(MINTING_BY_BYTES, order, "x", FEE, none(), 1, bob, "x"), due(PRICE, FEE));
        callModule(abi.encodeCall(IExchangeForms.sweepWith, (new Fill[](0), new Extra[](0), bob, 0)), 1 ether);
        callModule(abi.encodeCall(IExchangeForms.acceptBids, (new Acceptance[](0), bob, 0)), 0);
        callModule(
            abi.encodeCall(
                IExchangeForms.acceptCriteriaBid, (bid, "x", FEE, none(), PRICE, bob, 0, 1, new bytes32[](0))
            ),
            0
        );
        callModule(abi.encodeCall(IExchangeForms.digestByTerms, (order, bob)), 0);
        callModule(abi.encodeCall(IExchangeForms.register, (bid)), 0);
        callModule(abi.encodeCall(IExchangeForms.cancelMany, (new uint256[](0), new uint256[](0))), 0);
        callModule(abi.encodeCall(IExchangeForms.endEverything, ()), 0);
        callModule(abi.encodeCall(IExchangeForms.epochOf, (alice)), 0);
        callModule(abi.encodeCall(IExchangeForms.withdrawTokens, (address(pay))), 0);
        callModule(abi.encodeCall(IExchangeForms.isRegistered, (order)), 0);
    }

    /// @dev The form of `exchange` that takes bytes and a voucher.
    bytes4 private constant MINTING_BY_BYTES = 0x0e4af94c;
    string private constant ACCEPT_BID =
        "acceptBid(((address,uint256,(address,uint256,uint8),(address,uint256,uint8)),uint256,uint256,uint256),(uint8,bytes32,bytes32),uint256,(uint8,bytes32,bytes32),uint256,address,uint256)";

    function test_RevertWhen_TheFunctionIsUnknown() public {
        vm.startPrank(bob);
        (bool ok,) = address(exchange).call(hex"12345678");
        vm.assertTrue(!ok, "unknown selector");
        (ok,) = address(exchange).call{value: 1 ether}("");
        vm.assertTrue(!ok, "plain coin");
        (ok,) = address(exchange).call(hex"9cec63");
        vm.assertTrue(!ok, "three bytes");
        vm.stopPrank();
        vm.assertEq(address(exchange).balance, 0, "nothing stays");
    }

    function test_LivesWithItsExchange() public view {
        vm.assertEq(exchange.module(), vm.computeCreateAddress(address(exchange), 1), "made by the constructor");
        vm.assertTrue(exchange.module().code.length != 0, "code");
    }

    /// What the module writes is what the exchange reads, and the other way round.
    function test_SharesItsStorage() public {
        Order memory order = aSale();
        vm.prank(alice);
        exchange.register(order);
        vm.assertTrue(exchange.isRegistered(order), "registered");
        uint256[] memory words = new uint256[](1);
        uint256[] memory masks = new uint256[](1);
        masks[0] = 1 << 9;
        vm.prank(alice);
        exchange.cancelMany(words, masks);
        vm.assertTrue(exchange.isSpent(alice, saltOf(9)), "read by the exchange");
        vm.prank(bob);
        exchange.exchange{value: due(PRICE, FEE)}(order, none(), FEE, none(), 1, address(0));
        masks[0] = 1 << 5;
        vm.recordLogs();
        vm.prank(alice);
        exchange.cancelMany(words, masks);
        vm.assertEq(vm.getRecordedLogs().length, 0, "spent already: read by the module");
    }
}
