// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC1155Holder} from "@openzeppelin/contracts/token/ERC1155/utils/ERC1155Holder.sol";
import {IExchange} from "../../src/exchange/IExchange.sol";
import {Order} from "../../src/exchange/OrderTypes.sol";
import {ExchangeBase} from "../base/ExchangeBase.sol";

/// @notice Says yes until the first coin arrives.
contract OnceWallet is ERC1155Holder {
    bool public isShut;

    receive() external payable {
        isShut = true;
    }

    function act(address to, bytes calldata data) external {
        (bool ok,) = to.call(data);
        require(ok);
    }

    function isValidSignature(bytes32, bytes calldata) external view returns (bytes4) {
        return isShut ? bytes4(0) : this.isValidSignature.selector;
    }
}

/// @notice An ERC-1271 account whose answer changes within one transaction.
contract ApprovedOnceTest is ExchangeBase {
    OnceWallet private wallet;
    Order private order;

    function setUp() public override {
        super.setUp();
        wallet = new OnceWallet();
        multi.give(address(wallet), 7, 10);
        wallet.act(address(multi), abi.encodeCall(multi.setApprovalForAll, (address(proxy), true)));
        order = aLot();
        order.key.owner = address(wallet);
    }

    function buyOne(bytes memory signature) private {
        vm.prank(bob);
        exchange.exchange{value: due(1 ether, FEE)}(order, signature, FEE, none(), 1, address(0));
    }

    /// [F-8] All of it in one transaction.
    /// forge-config: default.isolate = false
    function test_F8_RevertGiven_TheWalletSaidYesBefore() public {
        buyOne("yes");
        vm.assertTrue(wallet.isShut(), "no from now on");
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeSignatureInvalid.selector, wallet));
        vm.prank(bob);
        exchange.exchange{value: due(9 ether, FEE)}(order, none(), FEE, none(), 9, address(0));
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeSignatureInvalid.selector, wallet));
        buyOne("yes");
        vm.assertEq(multi.balanceOf(bob, 7), 1, "one");
    }

    /// [F-8]
    /// forge-config: default.isolate = false
    function test_F8_WhenTheWalletIsAskedForEachFill() public {
        OnceWallet calm = new OnceWallet();
        vm.etch(address(wallet), address(new YesWallet()).code);
        buyOne("yes");
        buyOne("yes");
        vm.assertEq(multi.balanceOf(bob, 7), 2, "two");
        vm.assertTrue(!calm.isShut(), "another is not asked");
    }

    /// [F-8] A registration, unlike an answer, stands until the order is over.
    /// forge-config: default.isolate = false
    function test_F8_WhenTheOrderIsRegistered() public {
        wallet.act(address(exchange), abi.encodeCall(exchange.register, (order)));
        vm.startPrank(bob);
        exchange.exchange{value: due(1 ether, FEE)}(order, none(), FEE, none(), 1, address(0));
        exchange.exchange{value: due(1 ether, FEE)}(order, none(), FEE, none(), 1, address(0));
        vm.stopPrank();
        vm.assertEq(multi.balanceOf(bob, 7), 2, "two");
    }
}

contract YesWallet is ERC1155Holder {
    receive() external payable {}

    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) {
        return this.isValidSignature.selector;
    }
}
