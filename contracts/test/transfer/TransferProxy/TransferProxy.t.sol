// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Order, Sig} from "../../../src/exchange/OrderTypes.sol";
import {ITransferProxy} from "../../../src/transfer/ITransferProxy.sol";
import {ExchangeBase} from "../../base/ExchangeBase.sol";
import {KittyToken} from "../../box/findings/KittyToken.sol";

contract FakeOperator {
    address public transferProxy;

    constructor(address proxy_) {
        transferProxy = proxy_;
    }
}

contract TransferProxyTest is ExchangeBase {
    function deploy(address[4] memory operators) private returns (address) {
        return vm.deployCode("contracts/artifacts/TransferProxy.json", abi.encode(operators[0], operators[1], operators[2], operators[3]));
    }

    function test_KeepsItsOperators() public view {
        vm.assertEq(proxy.exchange(), address(exchange), "exchange");
        vm.assertEq(proxy.auction(), address(0), "auction");
        vm.assertEq(proxy.blindBox(), address(0), "blind box");
        vm.assertEq(proxy.manyTransfers(), address(0), "many transfers");
        vm.assertEq(exchange.transferProxy(), address(proxy), "the exchange names it");
        vm.assertEq(exchange.erc20TransferProxy(), address(proxy), "for pay tokens too");
    }

    /// @dev A call of its own: forge misses that a deployment did not revert.
    function create(address[4] calldata operators) external {
        bytes memory code = bytes.concat(vm.getCode("contracts/artifacts/TransferProxy.json"), abi.encode(operators));
        assembly {
            if iszero(create(0, add(code, 0x20), mload(code))) {
                returndatacopy(0, 0, returndatasize())
                revert(0, returndatasize())
            }
        }
    }

    function test_RevertWhen_AnOperatorIsForeign() public {
        for (uint256 i; i < 4; ++i) {
            address foreign = address(new FakeOperator(eve));
            address[4] memory operators;
            operators[i] = foreign;
            vm.expectRevert(abi.encodeWithSelector(ITransferProxy.TransferProxyOperatorForeign.selector, foreign, eve));
            this.create(operators);
        }
    }

    function test_EveryOperatorMoves() public {
        for (uint256 i; i < 4; ++i) {
            address next = vm.computeCreateAddress(address(this), vm.getNonce(address(this)) + 1);
            address[4] memory operators;
            operators[i] = address(new FakeOperator(next));
            address made = deploy(operators);
            vm.prank(bob);
            pay.approve(made, 1);
            vm.prank(operators[i]);
            ITransferProxy(made).erc20safeTransferFrom(address(pay), bob, eve, 1);
            vm.assertEq(pay.balanceOf(eve), i + 1, "moved");
        }
    }

    /// Approvals to the proxy are safe from every account, the zero operators included.
    function testFuzz_RevertWhen_CallerIsNoOperator(address caller) public {
        vm.assume(caller != address(exchange) && caller != address(0));
        bytes[4] memory calls = [
            abi.encodeCall(ITransferProxy.erc721safeTransferFrom, (address(nft), alice, caller, 1)),
            abi.encodeCall(ITransferProxy.erc721TransferFrom, (address(nft), alice, caller, 1)),
            abi.encodeCall(ITransferProxy.erc1155safeTransferFrom, (address(multi), alice, caller, 7, 1, "")),
            abi.encodeCall(ITransferProxy.erc20safeTransferFrom, (address(pay), bob, caller, 1))
        ];
        for (uint256 i; i < calls.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(ITransferProxy.TransferProxyCallerNotOperator.selector, caller));
            vm.prank(caller);
            (bool ok,) = address(proxy).call(calls[i]);
            vm.assertTrue(ok, "expected revert seen");
        }
    }

    /// The bidder gets the item elsewhere; an account that has none wants to be paid for what lies with the bidder already.
    function test_RevertWhen_AnOldItemIsTheReceivers() public {
        KittyToken kitties = new KittyToken();
        kitties.setSilent(true);
        kitties.give(bob, 1);
        Order memory order = aBid(address(kitties));
        order.key.buyAsset.assetType = 4;
        Sig memory sig = makerSig(BOB_KEY, order);
        vm.expectRevert(abi.encodeWithSelector(ITransferProxy.TransferProxyItemNotMoved.selector, kitties, 1));
        vm.prank(eve);
        exchange.exchange(order, sig, FEE, none(), PRICE, address(0));
        vm.assertEq(pay.balanceOf(eve), 0, "nothing for nothing");
    }

    function test_WhenAnOldItemRefusesInSilence() public {
        KittyToken kitties = new KittyToken();
        kitties.setSilent(true);
        kitties.give(alice, 1);
        Order memory order = aSale(address(kitties));
        order.key.sellAsset.assetType = 4;
        buyReverts(order, 1, abi.encodeWithSelector(ITransferProxy.TransferProxyItemNotMoved.selector, kitties, 1));
        vm.prank(alice);
        kitties.approve(address(proxy), 1);
        buy(order, 1);
        vm.assertEq(kitties.ownerOf(1), bob, "moved");
    }
}
